// search: race @write @read : not within
/* __sync_synchronize is a seq_cst fence; relaxed accesses around it. */
#include <pthread.h>
#include <stdatomic.h>

static int x, y;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	__sync_synchronize();
	__atomic_store_n(&y, 1, __ATOMIC_RELAXED);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (__atomic_load_n(&y, __ATOMIC_RELAXED)) {
		__sync_synchronize();
		sum += x; // NORACE: @read
	}
	return sum;
}
