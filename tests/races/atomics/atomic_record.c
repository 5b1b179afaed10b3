/* A record of a pointer and a number is stored, loaded and compared at once, as one wide number. Who has published the node leaves it alone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
	int hits;
};

struct top {
	long tag;
	struct node *node;
};

static _Atomic struct top top;

static void push(struct node *n)
{
	struct top old = atomic_load(&top), new;

	do {
		new = (struct top){ old.tag + 1, n };
	} while (!atomic_compare_exchange_weak(&top, &old, new));
}

static void *visitor(void *argument)
{
	struct top t = atomic_load(&top);

	if (t.node)
		t.node->hits++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t one;
	struct node *n = calloc(1, sizeof *n);

	pthread_create(&one, NULL, visitor, NULL);
	n->hits++; // NORACE
	push(n);
	pthread_join(one, NULL);
	return 0;
}
