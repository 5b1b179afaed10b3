/* As harness_library.c, with a lock in each box: whoever is handed the same box waits for the other. */
#include <pthread.h>
#include <stddef.h>

struct box {
	pthread_mutex_t lock;
	struct box *next;
	int count, limit;
};

void box_put(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	if (b->limit > 3)
		b->count++; // NORACE
	pthread_mutex_unlock(&b->lock);
}

int box_get(struct box *b)
{
	int n;

	pthread_mutex_lock(&b->lock);
	n = b->count; // NORACE
	pthread_mutex_unlock(&b->lock);
	return n;
}
