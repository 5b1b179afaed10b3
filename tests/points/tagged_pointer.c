/* A lock-free freelist's word: the pointer with a tag in the low bits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include "snag_ask.h"

struct node { long value; struct node *next; };
static _Atomic uintptr_t head;

static void push(struct node *n, unsigned tag)
{
	atomic_store(&head, (uintptr_t)n | (tag & 7));
}

static struct node *peek(void)
{
	return (struct node *)(atomic_load(&head) & ~(uintptr_t)7);
}

static void *reader(void *argument)
{
	struct node *n = peek();

	if (n)
		n->value++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t t;
	struct node *a = calloc(1, sizeof *a), *b;

	a->value = 1; // NORACE
	push(a, 3);
	b = peek();
	snag_alias(a, b); // ANSWER: must ; today: may
	pthread_create(&t, NULL, reader, NULL);
	a->value = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
