// STATS: programs == 1
// The twin of library_tested.d, an application: it uses most of its units, in order. The function that it does not use is not run
// by anybody.
#include <pthread.h>
#include <stddef.h>

#include "queue.h"

static void *worker(void *arg)
{
	while (queue_get())
		;
	queue_clear();
	return arg;
}

int main(void)
{
	pthread_t t;

	queue_limit(16);
	pthread_create(&t, NULL, worker, NULL);
	queue_put(1);
	pthread_join(t, NULL);
	return 0;
}
