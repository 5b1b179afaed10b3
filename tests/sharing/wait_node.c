/* A waiter links a node of its own stack into the shared list; whoever wakes it writes there. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct waiter { struct waiter *next; int woken; pthread_cond_t cond; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiter *waiters;

static void wait_turn(void)
{
	struct waiter w = { .woken = 0, .cond = PTHREAD_COND_INITIALIZER };

	snag_whose(&w); // ANSWER: own
	pthread_mutex_lock(&lock);
	w.next = waiters;
	waiters = &w;
	snag_whose(&w.woken); // ANSWER: shared
	while (!w.woken) // NORACE
		pthread_cond_wait(&w.cond, &lock); // DEADLOCK: the waker may have been there before
	pthread_mutex_unlock(&lock);
}

static void wait_busy(void)
{
	struct waiter w = { .woken = 0, .cond = PTHREAD_COND_INITIALIZER };

	pthread_mutex_lock(&lock);
	w.next = waiters;
	waiters = &w;
	pthread_mutex_unlock(&lock);
	while (!w.woken) // RACE 1
		continue;
}

static void *waker(void *argument)
{
	pthread_mutex_lock(&lock);
	for (struct waiter *w = waiters; w; w = w->next) {
		w->woken = 1; // RACE 1
		pthread_cond_signal(&w->cond);
	}
	waiters = NULL;
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	pthread_create(&t, NULL, waker, NULL);
	if (argc > 1)
		wait_turn();
	else
		wait_busy();
	pthread_join(t, NULL);
	return 0;
}
