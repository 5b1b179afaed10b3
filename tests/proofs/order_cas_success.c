// search: race @write @read : not within
/* The exchange succeeds and acquires. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	int expected = 1;
	if (atomic_compare_exchange_strong_explicit(&y, &expected, 7, memory_order_acq_rel, memory_order_relaxed))
		sum += x; // NORACE: @read
	return sum;
}
