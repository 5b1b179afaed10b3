/* The last call frees what the first one has made and all others use without asking: they are over when it comes. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	int used;
};

static struct table *table;
static int calls;

int set_up(void)
{
	table = calloc(1, sizeof *table); // NORACE
	if (!table)
		return -1;
	pthread_mutex_init(&table->lock, NULL);
	return 0;
}

int use(void)
{
	int n;

	pthread_mutex_lock(&table->lock); // NORACE
	calls++; // NORACE
	n = ++table->used; // NORACE
	pthread_mutex_unlock(&table->lock);
	return n;
}

void tear_down(void)
{
	calls = 0; // NORACE
	pthread_mutex_destroy(&table->lock);
	free(table); // NORACE
	table = NULL; // NORACE
}
