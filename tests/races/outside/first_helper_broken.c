/* The first call and another one set the limit by the same helper: the first is over when the others run, the other is not. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

static struct table *table;
static int most;

static void limit_to(int n)
{
	most = n < 64 ? n : 64; // RACE 1
}

int set_up(int n)
{
	table = calloc(1, sizeof *table); // NORACE
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	limit_to(n);
	return 0;
}

void change(int n)
{
	pthread_mutex_lock(&table->lock);
	table->used = 0; // NORACE
	pthread_mutex_unlock(&table->lock);
	limit_to(n);
}

int room(void)
{
	int n;

	pthread_mutex_lock(&table->lock);
	n = table->used; // NORACE
	pthread_mutex_unlock(&table->lock);
	return most - n; // RACE 1
}
