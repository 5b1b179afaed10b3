/* A thread-local counter that a signal handler counts, too: it runs inside the thread whose counter it is. And one that it does not use. */
#include <pthread.h>
#include <signal.h>

#include "snag_ask.h"

static _Thread_local int both, alone;

static void handler(int signal)
{
	(void)signal;
	snag_whose(&both); // ANSWER: shared
	both++;
}

static void *worker(void *argument)
{
	snag_whose(&both); // ANSWER: shared
	both++;
	snag_whose(&alone); // ANSWER: tls
	alone++;
	return argument;
}

int main(void)
{
	pthread_t first, second;

	signal(SIGUSR1, handler);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_kill(first, SIGUSR1);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
