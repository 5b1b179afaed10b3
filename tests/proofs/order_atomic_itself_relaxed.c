// search: race @plain @load : found
/* The same with a relaxed load, which synchronises with nothing. */
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
		sum += __atomic_load_n(&y, __ATOMIC_RELAXED); // RACE 1: @load
	return sum;
}
