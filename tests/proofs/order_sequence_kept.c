// search: race @write @read : not within
/* As sequence_broken, but in the middle stands an exchange, which is a read-modify-write. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_store_explicit(&y, 1, memory_order_release);
	if (atomic_load_explicit(&y, memory_order_relaxed) == 2)
		atomic_store_explicit(&y, 3, memory_order_relaxed);
	return argument;
}

static void *middle(void *argument)
{
	atomic_exchange_explicit(&y, 2, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 3)
		sum += x; // NORACE: @read
	return sum;
}
