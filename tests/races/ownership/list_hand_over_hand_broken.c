/* As list_hand_over_hand.c, but the node that was found is counted when its lock has been given back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int key, hits;
};

static struct node head = { PTHREAD_MUTEX_INITIALIZER, NULL, -1, 0 };

/* The last node before the key; its lock is held. */
static struct node *before(int key)
{
	struct node *at = &head, *next;

	pthread_mutex_lock(&at->lock);
	while ((next = at->next) && next->key < key) { // NORACE
		pthread_mutex_lock(&next->lock);
		pthread_mutex_unlock(&at->lock);
		at = next;
	}
	return at;
}

static void insert(int key)
{
	struct node *n = calloc(1, sizeof *n), *at;

	if (!n)
		abort();
	pthread_mutex_init(&n->lock, NULL);
	n->key = key; // NORACE
	at = before(key);
	n->next = at->next; // NORACE
	at->next = n; // NORACE
	pthread_mutex_unlock(&at->lock);
}

static void touch(int key)
{
	struct node *at = before(key);

	pthread_mutex_unlock(&at->lock);
	at->hits++; // RACE 1
}

static void *feed(void *argument)
{
	for (int i = 0; i < 100; i++) {
		insert((i * 37 + *(int *)argument) % 101);
		touch(i);
	}
	return NULL;
}

int main(void)
{
	int from[2] = { 1, 2 }, n = 0;
	pthread_t one, two;

	pthread_create(&one, NULL, feed, &from[0]);
	pthread_create(&two, NULL, feed, &from[1]);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	for (struct node *at = &head; at; at = at->next)
		n += at->hits;
	printf("%d\n", n);
	return 0;
}
