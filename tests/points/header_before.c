/* An allocator that hides a header in front of what it gives out; owner finds it again with a negative index. */
#include <pthread.h>
#include <stdlib.h>
#include "snag_ask.h"

struct header { long size, uses; };

static void *get(size_t n)
{
	struct header *h = malloc(sizeof *h + n);

	if (!h)
		abort();
	h->size = (long)n; // NORACE
	h->uses = 0; // NORACE
	return h + 1;
}

static struct header *header_of(void *p)
{
	return (struct header *)p - 1;
}

static long *shared, *own;

static void *worker(void *argument)
{
	header_of(shared)->uses++; // RACE 1
	*shared = 1; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t t;
	long *mine = get(sizeof *mine);
	struct header *h;

	shared = get(sizeof *shared);
	own = mine;
	h = (struct header *)(void *)mine - 1;
	snag_alias(h + 1, mine); // ANSWER: must
	snag_alias(h, header_of(mine)); // ANSWER: must
	snag_alias(h, header_of(shared)); // ANSWER: no
	pthread_create(&t, NULL, worker, NULL);
	header_of(shared)->uses++; // RACE 1
	*shared = 2; // RACE 2
	header_of(own)->uses++; // NORACE
	*own = 3; // NORACE
	pthread_join(t, NULL);
	return 0;
}
