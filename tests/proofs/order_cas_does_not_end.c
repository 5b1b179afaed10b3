// search: race @write @read : not within
/* The exchange of another thread fails: it is no side effect and ends no release sequence. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	return argument;
}

static void *other(void *argument)
{
	int expected = 5;
	atomic_compare_exchange_strong_explicit(&y, &expected, 7, memory_order_relaxed, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, other, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 1)
		sum += x; // NORACE: @read
	return sum;
}
