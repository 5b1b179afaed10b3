/* As first_makes.c, but the others ask whether the table is there: so they may run beside the call that makes it, and see the pointer
 * before the rest. */
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
	most = n < 64 ? n : 64; // RACE 2
	table = calloc(1, sizeof *table); // RACE 1
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	return 0;
}

int room(void)
{
	int n;

	if (!table) // RACE 1
		return 0;
	pthread_mutex_lock(&table->lock); // RACE 1
	n = table->used; // RACE 1
	pthread_mutex_unlock(&table->lock); // RACE 1
	return most - n; // RACE 2
}
