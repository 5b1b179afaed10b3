// search: race @plain @load : not within
/* The plain write is before the release store to the same object; the acquire load that reads the store is itself behind
 * it: in interleavings, that is the only one it can read here. By C17 the load may also read less, since nothing orders
 * the flag: that is a race, which the prover misses. */
#include <pthread.h>
#include <stdatomic.h>

static int y, z;

static void *writer(void *argument)
{
	y = 1; // RACE 1: @plain
	__atomic_store_n(&y, 2, __ATOMIC_RELEASE);
	__atomic_store_n(&z, 1, __ATOMIC_RELAXED);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (__atomic_load_n(&z, __ATOMIC_RELAXED))
		sum += __atomic_load_n(&y, __ATOMIC_ACQUIRE); // RACE 1: @load
	return sum;
}
