/* Main stores 0 itself. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int live;
static int table;

static void *work(void *arg)
{
	table = arg != NULL; // RACE 1
	atomic_fetch_sub(&live, 1);
	return NULL;
}

int main(void)
{
	pthread_t t;

	atomic_fetch_add(&live, 1);
	if (pthread_create(&t, NULL, work, NULL))
		abort();
	pthread_detach(t);
	atomic_store(&live, 0);
	while (atomic_load(&live) > 0)
		;
	table++; // RACE 1
	return 0;
}
