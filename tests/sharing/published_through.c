/* Ways in which an object becomes known that no store of its own address shows: a copy of a struct that holds it, a callee that links it, a
 * pointer computed from it, an atomic exchange, a number. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "snag_ask.h"

struct node {
	struct node *next;
	int n;
};

struct box {
	struct node *node;
	int size;
};

static struct box board;
static struct node list;
static _Atomic(struct node *) top;
static uintptr_t number;
static struct node *inside;

static struct node *make(void)
{
	struct node *n = calloc(1, sizeof *n);

	snag_whose(n); // ANSWER: fresh
	n->n = 1;
	return n;
}

static void copied(void)
{
	struct box b = { make(), 1 };

	snag_whose(b.node); // ANSWER: fresh
	b.node->n++;
	board = b; // RACE 1
	snag_whose(b.node); // ANSWER: shared
	b.node->n++; // RACE 6
}

static void link_after(struct node *where, struct node *n)
{
	n->next = where->next; // RACE 2
	where->next = n; // RACE 2
}

static void linked(void)
{
	struct node *n = make();

	link_after(&list, n);
	snag_whose(n); // ANSWER: shared
	n->n++; // RACE 6
}

static void computed(void)
{
	struct node *n = make();

	inside = n + 1; // RACE 3
	snag_whose(n); // ANSWER: shared
	n->n++; // RACE 6
}

static void exchanged(void)
{
	struct node *n = make();

	n->next = atomic_exchange(&top, n); // NORACE: nobody looks at another's next
	snag_whose(n); // ANSWER: shared
	n->n++; // RACE 6
}

static void as_number(void)
{
	struct node *n = make();

	number = (uintptr_t)n ^ 1; // RACE 5
	snag_whose(n); // ANSWER: shared
	n->n++; // RACE 6
}

static void *worker(void *argument)
{
	copied();
	linked();
	computed();
	exchanged();
	as_number();
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, worker, NULL);
	pthread_create(&second, NULL, worker, NULL);
	if (board.node) // RACE 1
		board.node->n++; // RACE 1; RACE 6
	if (list.next) // RACE 2
		list.next->n++; // RACE 2; RACE 6
	if (inside) // RACE 3
		inside[-1].n++; // RACE 3; RACE 6
	if (top)
		top->n++; // RACE 6
	if (number) // RACE 5
		((struct node *)(number ^ 1))->n++; // RACE 5
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
