/* A list whose links are the exclusive or of both neighbours. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node { uintptr_t both; long hits; };
static struct node *first;

static struct node *step(struct node *prev, struct node *at)
{
	return (struct node *)(at->both ^ (uintptr_t)prev);
}

static void *walker(void *argument)
{
	struct node *prev = NULL, *at = first;

	while (at) {
		struct node *next = step(prev, at);
		at->hits++; // RACE 1
		prev = at;
		at = next;
	}
	return argument;
}

int main(void)
{
	pthread_t t;
	struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);

	a->both = (uintptr_t)b;
	b->both = (uintptr_t)a;
	first = a;
	pthread_create(&t, NULL, walker, NULL);
	b->hits = 3; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
