/* Nodes are pushed onto a stack without locks and taken all at once. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};
static _Atomic(struct node *) head;

static void push(int value)
{
	struct node *n = malloc(sizeof *n);

	if (!n)
		return;
	n->value = value;
	n->next = atomic_load_explicit(&head, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&head, &n->next, n, memory_order_release, memory_order_relaxed))
		;
}

static void *other(void *unused)
{
	push(1);
	push(2);
	return unused;
}

int main(void)
{
	pthread_t t;
	int sum = 0;

	pthread_create(&t, NULL, other, NULL);
	for (struct node *n = atomic_exchange_explicit(&head, NULL, memory_order_acquire); n; n = n->next)
		sum += n->value;
	pthread_join(t, NULL);
	return sum > 3;
}
