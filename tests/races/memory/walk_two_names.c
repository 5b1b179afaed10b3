/* A lock that is known by two names, that of the first node and that of the pointer that walks: given back under one of them, it is given back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int hits, visits;
};

static struct node first = { PTHREAD_MUTEX_INITIALIZER, NULL, 0, 0 };
static int inside, outside;

/* Whether the walk gets on or not, the first node's lock is not held behind it. */
static void walk(int n)
{
	struct node *at = &first;

	pthread_mutex_lock(&first.lock);
	inside++; // NORACE
	for (int i = 0; i < n && at->next; i++) {
		struct node *next = at->next;
		pthread_mutex_lock(&next->lock);
		at->visits++; // NORACE
		pthread_mutex_unlock(&at->lock);
		at = next;
	}
	at->hits++; // NORACE
	pthread_mutex_unlock(&at->lock);
	outside++; // RACE 1
}

/* The other way round: taken under the name of the walker, given back by its own. */
static void stay(int n)
{
	struct node *at = n ? &first : first.next;

	if (!at)
		return;
	pthread_mutex_lock(&at->lock);
	at->hits--; // NORACE
	if (n) {
		pthread_mutex_unlock(&first.lock);
		outside--; // RACE 1
	} else {
		pthread_mutex_unlock(&at->lock);
	}
}

static void *walker(void *argument)
{
	for (int i = 0; i < 100; i++) {
		walk(i % 2);
		stay(1);
		stay(0);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;
	struct node *second = calloc(1, sizeof *second);

	if (!second)
		abort();
	pthread_mutex_init(&second->lock, NULL);
	first.next = second;
	pthread_create(&one, NULL, walker, NULL);
	pthread_create(&two, NULL, walker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", inside, outside);
	return 0;
}
