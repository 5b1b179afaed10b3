/* Items are taken out under the lock, but another thread remembers one that it saw there: who takes it out is not alone. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct item {
	struct item *next;
	int tries;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *pending;

static void add(void)
{
	struct item *it = calloc(1, sizeof *it);

	pthread_mutex_lock(&lock);
	it->next = pending;
	pending = it;
	pthread_mutex_unlock(&lock);
}

static struct item *take(void)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = pending;
	if (it)
		pending = it->next;
	pthread_mutex_unlock(&lock);
	return it;
}

static void *worker(void *argument)
{
	struct item *it = take();

	if (it) {
		snag_whose(it); // ANSWER: shared
		it->tries++; // RACE 1
	}
	return argument;
}

static void *watcher(void *argument)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = pending;
	pthread_mutex_unlock(&lock);
	if (it) {
		snag_whose(it); // ANSWER: shared
		it->tries++; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	for (int i = 0; i < 10; i++)
		add();
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, watcher, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
