// search: race @write @read : not within
/* Load buffering with relaxed operations: C17 lets both read 1, no interleaving does. A race that the prover misses,
 * and none in RC11, by which `verify` judges: program order and reads-from have no cycle there. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	if (atomic_load_explicit(&a, memory_order_relaxed))
		x = 1; // RACE 1: @write
	atomic_store_explicit(&b, 1, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (atomic_load_explicit(&b, memory_order_relaxed))
		sum += x; // RACE 1: @read
	atomic_store_explicit(&a, 1, memory_order_relaxed);
	return sum;
}
