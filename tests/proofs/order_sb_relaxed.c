// search: race @write @read : not within
/* Store buffering with relaxed operations: C17 lets both read 0, so this is a race, but no interleaving shows it. The
 * prover misses it, as order.c says. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&b, memory_order_relaxed))
		x = 1; // RACE 1: @write
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&a, memory_order_relaxed))
		sum += x; // RACE 1: @read
	return sum;
}
