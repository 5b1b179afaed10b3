/* As queue_spsc.c, but the producer moves the index first and writes the cell afterwards. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define SIZE 16
#define ITEMS 400

static int cell[SIZE];
static atomic_uint in, out;

static int put(int value)
{
	unsigned i = atomic_load_explicit(&in, memory_order_relaxed);

	if (i - atomic_load_explicit(&out, memory_order_acquire) == SIZE)
		return 0;
	atomic_store_explicit(&in, i + 1, memory_order_release);
	cell[i % SIZE] = value; // RACE 1
	return 1;
}

static int get(int *value)
{
	unsigned i = atomic_load_explicit(&out, memory_order_relaxed);

	if (i == atomic_load_explicit(&in, memory_order_acquire))
		return 0;
	*value = cell[i % SIZE]; // RACE 1
	atomic_store_explicit(&out, i + 1, memory_order_release);
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
	int value;

	pthread_create(&thread, NULL, producer, NULL);
	for (int i = 0; i < ITEMS;)
		if (get(&value)) {
			sum += value;
			i++;
		}
	pthread_join(thread, NULL);
	printf("%ld\n", sum);
	return 0;
}
