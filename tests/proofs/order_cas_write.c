// search: race @exchange @look : found
/* The exchange succeeds and writes: a plain read beside it is a race. */
#include <pthread.h>
#include <stdatomic.h>

static int x = 5;

static void *worker(void *argument)
{
	int expected = 5;
	__atomic_compare_exchange_n(&x, &expected, 7, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); // RACE 1: @exchange
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, worker, NULL);
	sum += x; // RACE 1: @look
	return sum;
}
