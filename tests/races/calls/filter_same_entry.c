/* --filter=same-entry leaves out races between threads that run the same function, real ones as well. A race with another
 * function's thread stays, also where the workers race with each other on the same memory. */
// FLAGS: --filter=same-entry
#include <pthread.h>
#include <stdio.h>

static unsigned served, level;

static void *worker(void *unused)
{
	served++; // RACE 1 missed: only workers get here, and the filter was asked for
	level = 2; // RACE 2
	return unused;
}

static void *watcher(void *unused)
{
	printf("level %u\n", level); // RACE 2
	return unused;
}

int main(void)
{
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, worker, NULL);
	pthread_create(&thread[1], NULL, worker, NULL);
	pthread_create(&thread[2], NULL, watcher, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
