/* What runs at the end of the process may end it by itself, as one does that gives up. It does not begin again, so it does not meet itself; but it meets
 * the thread that goes on, whoever has ended the process. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

static int cleaned, worked;

static void clean(void)
{
	cleaned++; // NORACE
	if (worked > 1000000) // RACE 1
		exit(3);
}

static void *worker(void *argument)
{
	worked = 1; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t thread;

	if (atexit(clean) || pthread_create(&thread, NULL, worker, NULL))
		return 1;
	pthread_detach(thread);
	snag_parallel(clean, clean); // ANSWER: no
	snag_parallel(clean, worker); // ANSWER: yes
	return 0;
}
