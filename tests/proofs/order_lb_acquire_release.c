// search: race @write @read : not within
/* Load buffering: each writes its flag behind its load. Both cannot read 1. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	if (atomic_load_explicit(&a, memory_order_acquire))
		x = 1; // NORACE: @write
	atomic_store_explicit(&b, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&b, memory_order_acquire))
		sum += x; // NORACE: @read
	atomic_store_explicit(&a, 1, memory_order_release);
	return sum;
}
