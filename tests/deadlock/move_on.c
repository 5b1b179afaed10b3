/* As move_on_mended.c, but the next bucket is locked before the last one is let go. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { NONE = -1 };

struct bucket {
	pthread_mutex_t lock;
	atomic_int count;
};

struct base {
	struct bucket *bucket;
	unsigned nbuckets;
};

static atomic_int *find(struct base *b, unsigned address, int *bucket)
{
	int next = (int)(address % b->nbuckets);

	if (*bucket == NONE) {
		pthread_mutex_lock(&b->bucket[next].lock);
		*bucket = next;
	} else if (*bucket != next) {
		pthread_mutex_lock(&b->bucket[next].lock); // DEADLOCK 1
		pthread_mutex_unlock(&b->bucket[*bucket].lock);
		*bucket = next;
	}
	return &b->bucket[next].count;
}

static void import(struct base *b, const unsigned *address, int n)
{
	int bucket = NONE;

	for (int i = 0; i < n; i++)
		++*find(b, address[i], &bucket);
	if (bucket != NONE)
		pthread_mutex_unlock(&b->bucket[bucket].lock);
}

static void *up(void *base)
{
	import(base, (unsigned[]){ 1, 2, 3 }, 3);
	return NULL;
}

static void *down(void *base)
{
	import(base, (unsigned[]){ 3, 2, 1 }, 3);
	return NULL;
}

int main(void)
{
	struct base *b = calloc(1, sizeof *b);
	pthread_t t1, t2;

	if (!b)
		return 1;
	b->nbuckets = 7;
	b->bucket = calloc(7, sizeof *b->bucket);
	if (!b->bucket)
		return 1;
	for (int i = 0; i < 7; i++)
		pthread_mutex_init(&b->bucket[i].lock, NULL);
	pthread_create(&t1, NULL, up, b);
	pthread_create(&t2, NULL, down, b);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
