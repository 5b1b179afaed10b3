/* The sequence lock without the fence of the reader: the number may be read again before the words are, so that a torn pair passes, and
 * the reader comes to `torn` beside the writer. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint number;
static atomic_int a, b;
static int torn;

static void *writer(void *unused)
{
	torn = 1;
	for (int i = 1; i < 3; i++) {
		unsigned n = atomic_load_explicit(&number, memory_order_relaxed);

		atomic_store_explicit(&number, n + 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&a, i, memory_order_relaxed);
		atomic_store_explicit(&b, i, memory_order_relaxed);
		atomic_store_explicit(&number, n + 2, memory_order_release);
	}
	return unused;
}

static void *reader(void *unused)
{
	for (;;) {
		unsigned n = atomic_load_explicit(&number, memory_order_acquire);
		int x = atomic_load_explicit(&a, memory_order_relaxed);
		int y = atomic_load_explicit(&b, memory_order_relaxed);

		if (n & 1 || n != atomic_load_explicit(&number, memory_order_relaxed))
			continue;
		if (x != y)
			torn = 2;
		return unused;
	}
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writer, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
