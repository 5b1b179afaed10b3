/* As tagged_pointer.c, but the node behind a tagged link is read without the lock. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	uintptr_t link; /* next node, the lowest bit set: in use */
	long weight;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t root;

static struct node *plain(uintptr_t link)
{
	return (struct node *)(link & ~(uintptr_t)1);
}

static void insert(long weight)
{
	struct node *n = malloc(sizeof *n);

	if (!n)
		abort();
	n->weight = weight;
	pthread_mutex_lock(&lock);
	n->link = root;
	root = (uintptr_t)n | (weight & 1);
	pthread_mutex_unlock(&lock);
}

static void raise_all(void)
{
	pthread_mutex_lock(&lock);
	for (struct node *n = plain(root); n; n = plain(n->link))
		n->weight++; // RACE 1
	pthread_mutex_unlock(&lock);
}

static long first_weight(void)
{
	struct node *n;
	long weight = 0;

	pthread_mutex_lock(&lock);
	n = plain(root);
	pthread_mutex_unlock(&lock);
	if (n)
		weight = n->weight; // RACE 1
	return weight;
}

static void *raiser(void *argument)
{
	for (int i = 0; i < 100; i++)
		raise_all();
	return argument;
}

static void *looker(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 100; i++)
		sum += first_weight();
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (long i = 0; i < 10; i++)
		insert(i);
	pthread_create(&one, NULL, raiser, NULL);
	pthread_create(&two, NULL, looker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
