// search: race @write @read : found
/* The same, cleared without release. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_flag f = { 1 };

static void *writer(void *argument)
{
	x = 1; // RACE 1: @write
	atomic_flag_clear_explicit(&f, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (!atomic_flag_test_and_set_explicit(&f, memory_order_acquire))
		sum += x; // RACE 1: @read
	return sum;
}
