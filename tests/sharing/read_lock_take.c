/* Two workers take from a list with the lock held for reading: both may get the same item. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct item { struct item *next; long tries; };
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct item *pending;

static struct item *take(void)
{
	struct item *it;

	pthread_rwlock_rdlock(&lock);
	it = pending; // RACE 1
	if (it)
		pending = it->next; // RACE 1
	pthread_rwlock_unlock(&lock);
	return it;
}

static void *worker(void *argument)
{
	struct item *it;

	while ((it = take())) {
		snag_whose(it); // ANSWER: shared
		it->tries++; // RACE 2
	}
	return argument;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 4; i++) {
		struct item *it = calloc(1, sizeof *it);
		it->next = pending;
		pending = it;
	}
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
