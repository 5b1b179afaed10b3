/* Thread-local variables: each thread has its own. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static __thread int depth;
static _Thread_local char scratch[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int deepest;

static void clear(char *text)
{
	snag_whose(text); // ANSWER: tls
	text[0] = 0;
}

static void enter(int n)
{
	snag_whose(&depth); // ANSWER: tls
	depth++;
	clear(scratch);
	if (n)
		enter(n - 1);
	pthread_mutex_lock(&lock);
	if (depth > deepest)
		deepest = depth;
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	enter(3);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	enter(2);
	pthread_join(thread, NULL);
	printf("%d\n", deepest);
	return 0;
}
