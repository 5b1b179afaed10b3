/* The first handle of an array is that of the primary thread, which starts the others and keeps their handles behind its own. */
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
	rounds++; // NORACE
	for (int i = 1; i < helpers; i++) {
		pthread_t one;
		if (pthread_create(&one, NULL, helper, NULL) != 0)
			abort();
		worker[i] = one; // NORACE
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
	worker = malloc((size_t)helpers * sizeof *worker);
	if (!worker)
		abort();
	*worker = start(primary);
	pthread_join(*worker, NULL);
}

int main(void)
{
	for (int i = 0; i < 3; i++)
		run_all();
	snag_parallel(primary, primary); // ANSWER: no
	snag_parallel(helper, primary); // ANSWER: yes
	printf("%d\n", rounds); // NORACE
	return 0;
}
