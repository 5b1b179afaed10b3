/* Addresses of members are handed to one function: what it writes is that member, and no other one of a record of this kind, whatever the analysis of
 * pointers makes of addresses that lead into the middle of records. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct conn {
	pthread_mutex_t lock;
	int state, tries, left, socket, limit;
	struct conn *next;
};

static struct conn *first;

/* Goes round, so that there is one of it for all calls. */
static void put(int *at, int value, int deep)
{
	if (deep > 0)
		put(at, value, deep - 1);
	else
		*at = value; // NORACE
}

static void *closer(void *argument)
{
	for (struct conn *c = first; c; c = c->next) {
		put(&c->socket, -1, 1);
		put(&c->limit, 3, 1);
	}
	return argument;
}

static void *worker(void *argument)
{
	for (struct conn *c = first; c; c = c->next) {
		c->state++; // NORACE
		c->left++; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 3; i++) {
		struct conn *c = calloc(1, sizeof *c);

		put(&c->tries, i, 1);
		put(&c->left, i, 1);
		c->next = first;
		first = c;
	}
	pthread_create(&one, NULL, closer, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", first->state);
	return 0;
}
