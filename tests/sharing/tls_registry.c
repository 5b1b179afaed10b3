/* Statistics in thread-local storage, each found by the reporter through a list. */
#include <pthread.h>
#include <stdio.h>
#include "snag_ask.h"

struct stats { struct stats *next; long hits; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats *all;
static _Thread_local struct stats mine;
static _Thread_local struct stats alone;

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	mine.next = all;
	all = &mine;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < 100; i++) {
		snag_whose(&mine.hits); // ANSWER: shared
		mine.hits++; // RACE 1
		snag_whose(&alone); // ANSWER: tls
		alone.hits++; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t a, b;
	long sum = 0;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	for (struct stats *s = all; s; s = s->next)
		sum += s->hits; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	printf("%ld\n", sum);
	return 0;
}
