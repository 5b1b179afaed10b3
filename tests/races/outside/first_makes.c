/* A library whose first call makes the table that all other calls use without asking: before it is over they would read through a null
 * pointer. So nobody runs beside it, and what else it sets up is set up, too. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used, slot[64];
};

static struct table *table;
static int most;

int set_up(int n)
{
	table = calloc(1, sizeof *table); // NORACE
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	most = n < 64 ? n : 64; // NORACE
	return 0;
}

int put(int x)
{
	int done = 0;

	pthread_mutex_lock(&table->lock);
	if (table->used < most) { // NORACE
		table->slot[table->used++] = x; // NORACE
		done = 1;
	}
	pthread_mutex_unlock(&table->lock);
	return done;
}

int room(void)
{
	int n;

	pthread_mutex_lock(&table->lock);
	n = table->used; // NORACE
	pthread_mutex_unlock(&table->lock);
	return most - n; // NORACE
}
