/* Buckets of a table, locked by the index that a hash gives: move(i, j) in any order. */
#include <pthread.h>

enum { BUCKETS = 16 };

static struct bucket {
	pthread_mutex_t lock;
	int items;
} table[BUCKETS];

static void move(unsigned int from, unsigned int to)
{
	struct bucket *a = &table[from % BUCKETS], *b = &table[to % BUCKETS];

	if (a == b)
		return;
	pthread_mutex_lock(&a->lock); // DEADLOCK 1
	pthread_mutex_lock(&b->lock); // DEADLOCK 1
	a->items--; // NORACE
	b->items++; // NORACE
	pthread_mutex_unlock(&b->lock);
	pthread_mutex_unlock(&a->lock);
}

static void *up(void *argument)
{
	for (unsigned int i = 0; i < 100; i++)
		move(i, i * 7 + 1);
	return argument;
}

static void *down(void *argument)
{
	for (unsigned int i = 100; i > 0; i--)
		move(i * 7 + 1, i);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&table[i].lock, NULL);
	pthread_create(&t1, NULL, up, NULL);
	pthread_create(&t2, NULL, down, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
