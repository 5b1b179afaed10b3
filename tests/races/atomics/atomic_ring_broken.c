/* As atomic_ring.c, but the producer publishes the index before the slot is filled. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define SLOTS 16
#define ITEMS 500

static int slot[SLOTS];
static atomic_uint head, tail;

static int put(int item)
{
	unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);

	if (t - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
		return 0;
	atomic_store_explicit(&tail, t + 1, memory_order_release); // NORACE
	slot[t % SLOTS] = item; // RACE 1
	return 1;
}

static int get(int *item)
{
	unsigned h = atomic_load_explicit(&head, memory_order_relaxed);

	if (atomic_load_explicit(&tail, memory_order_acquire) == h)
		return 0;
	*item = slot[h % SLOTS]; // RACE 1
	atomic_store_explicit(&head, h + 1, memory_order_release); // NORACE
	return 1;
}

static void *producer(void *argument)
{
	for (int i = 0; i < ITEMS;)
		i += put(i);
	return argument;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	pthread_create(&thread, NULL, producer, NULL);
	for (int got = 0, item; got < ITEMS;)
		if (get(&item)) {
			sum += item;
			got++;
		}
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
