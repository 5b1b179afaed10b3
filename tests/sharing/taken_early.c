/* Three ways to take something out that do not make it one's own: read before the lock is taken; the lock is let go in between; put back
 * into the structure. And two that do: the whole list at once by an exchange; the only slot, emptied. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "snag_ask.h"

struct item {
	struct item *next;
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *unlocked, *dropped, *returned, *slot;
static _Atomic(struct item *) stack;

static struct item *make(void)
{
	return calloc(1, sizeof(struct item));
}

static void read_unlocked(void)
{
	struct item *it = unlocked; // RACE 1

	pthread_mutex_lock(&lock);
	if (it)
		unlocked = it->next; // RACE 1
	pthread_mutex_unlock(&lock);
	if (it) {
		snag_whose(it); // ANSWER: shared
		it->n++; // RACE 2
	}
}

static void let_go(void)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = dropped;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	if (it)
		dropped = it->next;
	pthread_mutex_unlock(&lock);
	if (it) {
		snag_whose(it); // ANSWER: shared
		it->n++; // RACE 2
	}
}

static void put_back(void)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = returned;
	if (it) {
		returned = it->next;
		it->next = returned;
		returned = it;
	}
	pthread_mutex_unlock(&lock);
	if (it) {
		snag_whose(it); // ANSWER: shared
		it->n++; // RACE 2
	}
}

static void exchanged(void)
{
	struct item *it = atomic_exchange(&stack, NULL);

	if (it) {
		snag_whose(it); // ANSWER: taken
		it->n++;
	}
}

static void emptied(void)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = slot;
	slot = NULL;
	pthread_mutex_unlock(&lock);
	if (it) {
		snag_whose(it); // ANSWER: taken
		it->n++;
	}
}

static void *worker(void *argument)
{
	read_unlocked();
	let_go();
	put_back();
	exchanged();
	emptied();
	return argument;
}

int main(void)
{
	pthread_t first, second;

	unlocked = calloc(1, sizeof *unlocked);
	dropped = calloc(1, sizeof *dropped);
	returned = calloc(1, sizeof *returned);
	slot = calloc(1, sizeof *slot);
	atomic_store(&stack, make());
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
