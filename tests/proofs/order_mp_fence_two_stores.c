// search: race @write @read : not within
/* A release fence is before every later store of its thread, not just the next one. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 2)
		sum += x; // NORACE: @read
	return sum;
}
