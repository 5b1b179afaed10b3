/* As join_first.c, but the helpers are kept from the beginning of the array on: what is joined may be one of them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t *worker;
static int helpers = 4, rounds, done;

static void *helper(void *argument)
{
	pthread_mutex_lock(&lock);
	done++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *primary(void *argument)
{
	rounds++; // RACE 1
	for (int i = 0; i < helpers; i++) {
		pthread_t one;
		if (pthread_create(&one, NULL, helper, NULL) != 0)
			abort();
		worker[i] = one; // RACE 2; RACE 3
	}
	return argument;
}

static pthread_t start(void *(*run)(void *))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, run, NULL) != 0)
		abort();
	return thread;
}

static void run_all(void)
{
	worker = malloc((size_t)helpers * sizeof *worker); // RACE 3
	if (!worker)
		abort();
	*worker = start(primary); // RACE 2
	pthread_join(*worker, NULL); // RACE 2
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		run_all();
	snag_parallel(primary, primary); // ANSWER: yes
	snag_parallel(helper, primary); // ANSWER: yes
	printf("%d\n", rounds); // RACE 1
	return 0;
}
