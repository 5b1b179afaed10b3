/* A record with the pointer in it is copied into the shared ring: the copy publishes. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "snag_ask.h"

struct body { long n; };
struct request { int kind; struct body *body; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct request ring[8];
static unsigned head, tail;

static void put(const struct request *r)
{
	pthread_mutex_lock(&lock);
	ring[head++ % 8] = *r;
	pthread_mutex_unlock(&lock);
}

static int get(struct request *r)
{
	int any;

	pthread_mutex_lock(&lock);
	any = tail != head;
	if (any)
		memcpy(r, &ring[tail++ % 8], sizeof *r);
	pthread_mutex_unlock(&lock);
	return any;
}

static void *worker(void *argument)
{
	struct request r;

	while (get(&r)) {
		r.kind = 0; // NORACE
		r.body->n++; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t t;
	struct request r = { 1, NULL };

	pthread_create(&t, NULL, worker, NULL);
	r.body = calloc(1, sizeof *r.body);
	r.body->n = 4; // NORACE
	snag_whose(r.body); // ANSWER: fresh
	put(&r);
	r.kind = 2; // NORACE
	snag_whose(r.body); // ANSWER: shared
	r.body->n = 5; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
