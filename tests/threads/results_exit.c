/* What arrives at a join when the thread ends in a function that it calls, when one call starts two threads, and when the handle may be of either. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct job {
	pthread_mutex_t lock;
	int n;
};

static struct job early = { PTHREAD_MUTEX_INITIALIZER, 1 }, late = { PTHREAD_MUTEX_INITIALIZER, 2 }, other = { PTHREAD_MUTEX_INITIALIZER, 3 };

static void give_up(int n)
{
	if (n)
		pthread_exit(&early);
}

static void *work(void *argument)
{
	give_up(*(int *)argument);
	return &late;
}

static void *echo(void *argument)
{
	return argument;
}

static pthread_t start(struct job *j)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, echo, j) != 0)
		abort();
	return thread;
}

int main(int argc, char **argv)
{
	pthread_t worker, first, second;
	struct job *j;
	void *back;
	int n = argc > 1;

	(void)argv;
	pthread_create(&worker, NULL, work, &n);
	pthread_join(worker, &back);
	j = back;
	snag_alias(j, &early); // ANSWER: may
	snag_alias(j, &late); // ANSWER: may
	snag_alias(j, &other); // ANSWER: no
	first = start(&early);
	second = start(&other);
	pthread_join(n ? first : second, &back);
	j = back;
	snag_alias(j, &other); // ANSWER: may
	snag_alias(j, &early); // ANSWER: may
	snag_alias(j, &late); // ANSWER: no
	pthread_join(n ? second : first, NULL);
	pthread_mutex_lock(&j->lock);
	printf("%d\n", j->n);
	pthread_mutex_unlock(&j->lock);
	return 0;
}
