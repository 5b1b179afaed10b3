/* A ring of fixed size: indices and count under one lock, two conditions for full and empty. */
#include <pthread.h>
#include <stdio.h>

#define SIZE 8
#define ITEMS 300

static struct ring {
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
	int value[SIZE], in, out, count;
} ring = { .lock = PTHREAD_MUTEX_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER };

static void put(struct ring *r, int value)
{
	pthread_mutex_lock(&r->lock);
	while (r->count == SIZE) // NORACE
		pthread_cond_wait(&r->not_full, &r->lock);
	r->value[r->in] = value; // NORACE
	r->in = (r->in + 1) % SIZE; // NORACE
	r->count++; // NORACE
	pthread_cond_signal(&r->not_empty);
	pthread_mutex_unlock(&r->lock);
}

static int get(struct ring *r)
{
	int value;

	pthread_mutex_lock(&r->lock);
	while (r->count == 0) // NORACE
		pthread_cond_wait(&r->not_empty, &r->lock);
	value = r->value[r->out]; // NORACE
	r->out = (r->out + 1) % SIZE; // NORACE
	r->count--; // NORACE
	pthread_cond_signal(&r->not_full);
	pthread_mutex_unlock(&r->lock);
	return value;
}

static void *producer(void *argument)
{
	for (int i = 0; i < ITEMS; i++)
		put(&ring, i);
	return argument;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	pthread_create(&thread, NULL, producer, NULL);
	for (int i = 0; i < ITEMS; i++)
		sum += get(&ring);
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
