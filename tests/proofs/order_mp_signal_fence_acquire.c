// search: race @write @read : found
/* A signal fence behind the load acquires nothing. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // RACE 1: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_relaxed)) {
		atomic_signal_fence(memory_order_acquire);
		sum += x; // RACE 1: @read
	}
	return sum;
}
