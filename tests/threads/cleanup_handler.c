/* A cleanup handler unlocks what the thread holds when it is cancelled in pthread_cond_wait (which takes the lock again
 * first), and when the handler is popped. It runs in that thread, so before the join returns. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted = PTHREAD_COND_INITIALIZER;
static int requests, aborted;

static void give_back(void *argument)
{
	snag_held(&lock); // ANSWER: must
	aborted++;
	pthread_mutex_unlock(argument);
}

static void *server(void *argument)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(give_back, &lock);
	while (!requests)
		pthread_cond_wait(&wanted, &lock);
	snag_held(&lock); // ANSWER: must
	requests--;
	pthread_cleanup_pop(1);
	snag_held(&lock); // ANSWER: no
	return argument;
}

static void ask_for(void)
{
	pthread_mutex_lock(&lock);
	requests++;
	pthread_cond_signal(&wanted);
	pthread_mutex_unlock(&lock);
}

static void report(void)
{
	printf("%d\n", aborted);
}

int main(int argc, char **argv)
{
	pthread_t thread;

	(void)argv;
	pthread_create(&thread, NULL, server, NULL);
	if (argc > 1)
		pthread_cancel(thread);
	ask_for();
	pthread_join(thread, NULL);
	report();
	snag_parallel(give_back, ask_for); // ANSWER: yes
	snag_parallel(give_back, report); // ANSWER: no: joined
	return 0;
}
