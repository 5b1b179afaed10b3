// search: race @write @read : not within
/* Message passing. The load reads the value of a release store with acquire: the store synchronises with it. */
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

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire))
		sum += x; // NORACE: @read
	return sum;
}
