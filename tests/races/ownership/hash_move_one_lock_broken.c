/* As hash_move_one_lock.c, but only the bucket that the entry comes from is locked. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 8 };

struct entry {
	struct entry *next;
	unsigned key;
};

struct bucket {
	pthread_mutex_t lock;
	struct entry *first;
	int length;
};

static struct bucket bucket[BUCKETS];

static void insert(unsigned key)
{
	struct bucket *b = &bucket[key % BUCKETS];
	struct entry *e = calloc(1, sizeof *e);

	if (!e)
		abort();
	e->key = key;
	pthread_mutex_lock(&b->lock);
	e->next = b->first; // RACE 2; RACE 3
	b->first = e; // RACE 2
	b->length++; // RACE 1
	pthread_mutex_unlock(&b->lock);
}

static void move(unsigned from, unsigned to)
{
	struct bucket *a = &bucket[from % BUCKETS], *b = &bucket[to % BUCKETS];
	struct entry *e;

	if (a == b)
		return;
	pthread_mutex_lock(&a->lock);
	e = a->first;
	if (e) {
		a->first = e->next; // RACE 3
		a->length--;
		e->next = b->first; // RACE 2
		b->first = e; // RACE 2
		b->length++; // RACE 1
	}
	pthread_mutex_unlock(&a->lock);
}

static void *inserter(void *argument)
{
	for (unsigned i = 0; i < 100; i++)
		insert(i);
	return argument;
}

static void *mover(void *argument)
{
	for (unsigned i = 0; i < 100; i++)
		move(i, i * 3 + 1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&bucket[i].lock, NULL);
	pthread_create(&one, NULL, inserter, NULL);
	pthread_create(&two, NULL, mover, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", bucket[0].length);
	return 0;
}
