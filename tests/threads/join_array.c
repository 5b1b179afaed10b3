/* As many threads as there are handles, started in one loop and joined in another one over the same bounds. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define WORKERS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void add(long n)
{
	pthread_mutex_lock(&lock);
	snag_held(&lock); // ANSWER: must
	total += n;
	pthread_mutex_unlock(&lock);
	snag_held(&lock); // ANSWER: no
}

static void *worker(void *argument)
{
	add((long)argument);
	return NULL;
}

static void prepare(void)
{
	total = 100;
}

static void poll_total(void)
{
	pthread_mutex_lock(&lock);
	printf("%ld so far\n", total);
	pthread_mutex_unlock(&lock);
}

static void report(void)
{
	printf("%ld\n", total);
}

int main(void)
{
	pthread_t thread[WORKERS];

	prepare();
	for (long i = 0; i < WORKERS; i++)
		pthread_create(&thread[i], NULL, worker, (void *)i);
	poll_total();
	for (int i = 0; i < WORKERS; i++)
		pthread_join(thread[i], NULL);
	report();
	snag_parallel(add, add); // ANSWER: yes
	snag_parallel(prepare, add); // ANSWER: no: before
	snag_parallel(poll_total, add); // ANSWER: yes
	snag_parallel(report, add); // ANSWER: no: joined
	snag_whose(&total); // ANSWER: gone
	return 0;
}
