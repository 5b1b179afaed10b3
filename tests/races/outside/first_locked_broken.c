/* The first call sets the limit under the lock: it expects others. The one that reads it without the lock is wrong. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	int used;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *table;
static int most;

int set_up(int n)
{
	pthread_mutex_lock(&lock);
	table = calloc(1, sizeof *table); // RACE 2
	most = n; // RACE 1
	pthread_mutex_unlock(&lock);
	return 0;
}

int room(void)
{
	return most - table->used; // RACE 1; RACE 2
}
