// search: race @write @read : not within
/* C17 has later stores of the same thread in the release sequence: who reads 2 synchronises with the store of 1. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_store_explicit(&y, 1, memory_order_release);
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
