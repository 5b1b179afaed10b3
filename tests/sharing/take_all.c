/* The whole list is taken under the lock, and walked without it; nobody keeps a pointer into it. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct event { struct event *next; long seen; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct event *pending;

static void post(long n)
{
	struct event *e = calloc(1, sizeof *e);

	e->seen = n; // NORACE
	pthread_mutex_lock(&lock);
	e->next = pending;
	pending = e;
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
		snag_whose(list); // ANSWER: taken
		sum += list->seen++; // NORACE
		free(list); // NORACE
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
