// search: race @write @read : found
/* The flag is set before the data is written: who sees it has no order with that, released or not. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	atomic_store_explicit(&b, 1, memory_order_release);
	x = 1; // RACE 1: @write
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&b, memory_order_acquire))
		sum += x; // RACE 1: @read
	return sum;
}
