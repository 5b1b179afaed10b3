// search: race @mine @yours : found
/* The same, given back with a relaxed store. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *worker(void *argument)
{
	if (!atomic_exchange_explicit(&y, 1, memory_order_acquire)) {
		x++; // RACE 1: @mine
		atomic_store_explicit(&y, 0, memory_order_relaxed);
	}
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, worker, NULL);
	if (!atomic_exchange_explicit(&y, 1, memory_order_acquire)) {
		x++; // RACE 1: @yours
		atomic_store_explicit(&y, 0, memory_order_release);
	}
	return sum;
}
