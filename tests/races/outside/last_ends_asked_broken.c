/* As last_ends.c, but the calls ask whether the table is still there, and so expect to come late: then it is freed while one is in it. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

static struct table *table;

int set_up(void)
{
	table = calloc(1, sizeof *table); // RACE 1
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	return 0;
}

int use(void)
{
	int n;

	if (!table) // RACE 1
		return 0;
	pthread_mutex_lock(&table->lock); // RACE 1
	n = ++table->used; // RACE 1; RACE 2
	pthread_mutex_unlock(&table->lock); // RACE 1
	return n;
}

void tear_down(void)
{
	free(table); // RACE 2
	table = NULL; // RACE 1
}
