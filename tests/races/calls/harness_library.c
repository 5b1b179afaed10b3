/* A library without main: what can be shown is shown from its functions, with arguments that are made up. The race is there only if both
 * threads are handed the same box, which nothing forbids, and boxes are meant to be shared: they have a lock. */
#include <pthread.h>
#include <stddef.h>

struct box {
	struct box *next;
	int count, limit;
	pthread_mutex_t lock;
};

void box_limit(struct box *b, int limit)
{
	pthread_mutex_lock(&b->lock);
	b->limit = limit; // RACE 2
	pthread_mutex_unlock(&b->lock);
}

void box_put(struct box *b)
{
	if (b && b->next && b->next->limit > 3) // RACE 2
		b->next->count = 7; // RACE 1
}
