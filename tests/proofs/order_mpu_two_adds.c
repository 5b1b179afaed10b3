// search: race @write @read : found
/* ... but an addition in front of the store heads nothing. */
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

static void *middle(void *argument)
{
	atomic_fetch_add_explicit(&y, 2, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[2];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 2)
		sum += x; // RACE 1: @read
	return sum;
}
