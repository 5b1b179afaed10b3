/* As taken.c, but every item can also be found by its key in a table, where the other thread looks at it: taken out of the
 * list, it is still known. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct item {
	struct item *next;
	int key, tries;
};

#define ITEMS 2000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *pending, *by_key[ITEMS];
static int done;

static void add(int key)
{
	struct item *it = malloc(sizeof *it);

	it->key = key;
	it->tries = 0;
	pthread_mutex_lock(&lock);
	it->next = pending;
	pending = it;
	by_key[key] = it;
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

static void try_once(struct item *it)
{
	snag_whose(it); // ANSWER: shared
	it->tries++; // RACE 1
}

static void *worker(void *argument)
{
	struct item *it;

	while ((it = take())) {
		try_once(by_key[ITEMS - 1 - it->key]);
		try_once(it);
		pthread_mutex_lock(&lock);
		snag_whose(&done); // ANSWER: shared
		done++;
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	for (int i = 0; i < ITEMS; i++)
		add(i);
	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d\n", done);
	return 0;
}
