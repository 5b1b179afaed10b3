// search: race @write @read : not within
/* A release store, before any fence of its thread; the relaxed load that reads it is followed by an acquire fence
 * (7.17.4p4). */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		sum += x; // NORACE: @read
	}
	return sum;
}
