// search: race @write @read : found
/* The release fence stands behind the store whose value is read, so it is not sequenced before it. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // RACE 1: @write
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		sum += x; // RACE 1: @read
	}
	return sum;
}
