/* As take_all.c, but the poster remembers its last event, to add to it as long as it is pending, as it thinks. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct event { struct event *next; long seen; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event *pending, *last;

static void post(long n)
{
	struct event *e = calloc(1, sizeof *e);

	e->seen = n; // NORACE
	pthread_mutex_lock(&lock);
	if (last)
		last->seen += n; // RACE 1; RACE 2
	e->next = pending;
	pending = e;
	last = e;
	pthread_mutex_unlock(&lock);
}

static long drain(void)
{
	struct event *list, *next;
	long sum = 0;

	pthread_mutex_lock(&lock);
	list = pending;
	pending = NULL;
	pthread_mutex_unlock(&lock);
	for (; list; list = next) {
		next = list->next;
		snag_whose(list); // ANSWER: shared
		sum += list->seen++; // RACE 1
		free(list); // RACE 2
	}
	return sum;
}

static void *worker(void *argument)
{
	return (char *)argument + drain();
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	for (long i = 0; i < 8; i++)
		post(i);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
