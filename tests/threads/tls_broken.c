/* As tls.c, but each thread leaves the address of its counter in a global, through which the other one counts, too. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static __thread int depth;
static _Thread_local char scratch[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int deepest;
static int *volatile counter;

static void clear(char *text)
{
	snag_whose(text); // ANSWER: tls
	text[0] = 0;
}

static void enter(int n)
{
	counter = &depth; // RACE 1
	snag_whose(&depth); // ANSWER: shared
	depth++; // RACE 2
	snag_whose(counter); // ANSWER: shared
	++*counter; // RACE 1; RACE 2; RACE 3
	clear(scratch);
	if (n)
		enter(n - 1);
	pthread_mutex_lock(&lock);
	if (depth > deepest) // RACE 2
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
