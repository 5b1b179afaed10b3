// search: race @exchange @look : not within
/* An exchange that fails writes nothing, so a plain read beside it is no race. It always fails. */
#include <pthread.h>
#include <stdatomic.h>

static int x = 5;

static void *worker(void *argument)
{
	int expected = 3;
	__atomic_compare_exchange_n(&x, &expected, 7, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); // NORACE reported: @exchange
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, worker, NULL);
	sum += x; // NORACE: @look
	return sum;
}
