/* The call that makes the table asks whether it is there, as if several might make it: two at once both find none. The others need
 * it. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

static struct table *table;
static int most;

int set_up(int n)
{
	if (table) // RACE 1
		return 0;
	table = calloc(1, sizeof *table); // RACE 1
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	most = n; // RACE 2
	return 0;
}

int room(void)
{
	int n;

	pthread_mutex_lock(&table->lock);
	n = table->used; // NORACE
	pthread_mutex_unlock(&table->lock);
	return most - n; // NORACE
}
