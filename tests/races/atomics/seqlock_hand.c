/* A sequence lock made by hand: the data are atomics, too, so that a reader who comes at the wrong time reads no torn value. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_uint sequence;
static atomic_long seconds, nanoseconds;

static void clock_set(long s, long n)
{
	unsigned before = atomic_load_explicit(&sequence, memory_order_relaxed);

	atomic_store_explicit(&sequence, before + 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&seconds, s, memory_order_relaxed); // NORACE
	atomic_store_explicit(&nanoseconds, n, memory_order_relaxed); // NORACE
	atomic_store_explicit(&sequence, before + 2, memory_order_release);
}

static long clock_get(void)
{
	unsigned before, after;
	long s, n;

	do {
		before = atomic_load_explicit(&sequence, memory_order_acquire);
		s = atomic_load_explicit(&seconds, memory_order_relaxed); // NORACE
		n = atomic_load_explicit(&nanoseconds, memory_order_relaxed); // NORACE
		atomic_thread_fence(memory_order_acquire);
		after = atomic_load_explicit(&sequence, memory_order_relaxed);
	} while (before != after || before & 1);
	return s * 1000 + n;
}

static void *ticker(void *argument)
{
	for (long i = 0; i < 1000; i++)
		clock_set(i, i * 7);
	return argument;
}

static void *asker(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += clock_get();
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, ticker, NULL);
	pthread_create(&two, NULL, asker, NULL);
	pthread_create(&three, NULL, asker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	return 0;
}
