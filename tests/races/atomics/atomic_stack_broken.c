/* As atomic_stack.c, but they are taken by a relaxed exchange: who takes a node need not see what is in it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);

	if (!n)
		abort();
	n->value = value; // RACE 1
	n->next = atomic_load(&top); // RACE 2: published by the exchange, which the relaxed one below does not acquire
	while (!atomic_compare_exchange_weak(&top, &n->next, n)) /* as the line before, where it fails */
		continue;
}

static void *producer(void *argument)
{
	for (int i = 0; i < 300; i++)
		push(i);
	return argument;
}

static long take_all(void)
{
	struct node *n = atomic_exchange_explicit(&top, NULL, memory_order_relaxed);
	long sum = 0;

	while (n) {
		struct node *next = n->next; // RACE 2
		sum += n->value; // RACE 1
		n = next;
	}
	return sum;
}

int main(void)
{
	pthread_t one, two;
	long sum = 0;

	pthread_create(&one, NULL, producer, NULL);
	pthread_create(&two, NULL, producer, NULL);
	for (int i = 0; i < 100; i++)
		sum += take_all();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", sum >= 0);
	return 0;
}
