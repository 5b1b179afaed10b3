/* The first call sets the limit by a helper, and the others get at the table by one: what counts is who calls. */
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
	most = n < 64 ? n : 64; // NORACE
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

static int used(struct table *t)
{
	int n;

	pthread_mutex_lock(&t->lock);
	n = t->used; // NORACE
	pthread_mutex_unlock(&t->lock);
	return n;
}

int room(void)
{
	return most - used(table); // NORACE
}
