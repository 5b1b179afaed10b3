// search: race @write @read : not within
/* A fence that acquires and releases hands on what a relaxed load before it has seen. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y, z;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	return argument;
}

static void *middle(void *argument)
{
	if (atomic_load_explicit(&y, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acq_rel);
		atomic_store_explicit(&z, 1, memory_order_relaxed);
	}
	return argument;
}

int main(void)
{
	pthread_t t[2];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&z, memory_order_acquire))
		sum += x; // NORACE: @read
	return sum;
}
