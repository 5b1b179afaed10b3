// search: race @write @read : found
/* The exchange finds 1 and fails: it is a load with its failure order, relaxed. */
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
	int expected = 5;
	if (!atomic_compare_exchange_strong_explicit(&y, &expected, 7, memory_order_acq_rel, memory_order_relaxed) &&
	    expected == 1)
		sum += x; // RACE 1: @read
	return sum;
}
