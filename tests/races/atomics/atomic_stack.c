/* A stack without a lock: nodes are pushed by compare and exchange, and all are taken at once by an exchange. */
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
	n->value = value; // NORACE
	n->next = atomic_load(&top); // NORACE
	while (!atomic_compare_exchange_weak(&top, &n->next, n)) // NORACE
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
	struct node *n = atomic_exchange(&top, NULL);
	long sum = 0;

	while (n) {
		struct node *next = n->next; // NORACE
		sum += n->value; // NORACE
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
