// search: race @write @read : found
/* The data is written behind the release store: the store that follows goes on with a sequence that does not give it out. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	atomic_store_explicit(&y, 1, memory_order_release);
	x = 1; // RACE 1: @write
	atomic_store_explicit(&y, 2, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 2)
		sum += x; // RACE 1: @read
	return sum;
}
