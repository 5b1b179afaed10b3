/* The last call frees the table while the library's own thread, for which it does not wait, still uses it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

static struct table *table;
static pthread_t sweeper;

static void *sweep(void *unused)
{
	(void)unused;
	for (;;) {
		pthread_mutex_lock(&table->lock);
		table->used = 0; // RACE 1
		pthread_mutex_unlock(&table->lock);
		usleep(1000);
	}
	return NULL;
}

int set_up(void)
{
	table = calloc(1, sizeof *table); // NORACE
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	return pthread_create(&sweeper, NULL, sweep, NULL);
}

int use(void)
{
	int n;

	pthread_mutex_lock(&table->lock);
	n = ++table->used; // NORACE
	pthread_mutex_unlock(&table->lock);
	return n;
}

void tear_down(void)
{
	free(table); // RACE 1
}
