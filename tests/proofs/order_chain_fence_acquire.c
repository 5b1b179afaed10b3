// search: race @write @read : found
/* The fence in the middle only acquires: the relaxed store behind it gives nothing out. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	x = 1; // RACE 1: @write
	atomic_store_explicit(&a, 1, memory_order_release);
	return argument;
}

static void *middle(void *argument)
{
	if (atomic_load_explicit(&a, memory_order_relaxed)) {
		atomic_thread_fence(memory_order_acquire);
		atomic_store_explicit(&b, 1, memory_order_relaxed);
	}
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&b, memory_order_acquire))
		sum += x; // RACE 1: @read
	return sum;
}
