// search: race @write @read : not within
/* A read-modify-write is a release operation if it is asked to be, and so is one that acquires. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_fetch_add_explicit(&y, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_exchange_explicit(&y, 2, memory_order_acquire))
		sum += x; // NORACE: @read
	return sum;
}
