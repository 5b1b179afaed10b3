/* A sequence lock with fences (Boehm 2012): the reader goes round again if the number has changed, or is odd. The words themselves are
 * relaxed atomics, so there is no race; and what was read twice under one even number belongs together: only if it does not, the
 * reader comes to `torn`, which the writer uses, too. */
// VERIFY: race-free
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

		atomic_thread_fence(memory_order_acquire);
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
