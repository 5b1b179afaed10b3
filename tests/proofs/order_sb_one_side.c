// search: race @write @read : found
/* One side looks before it stores: both may read 0 in an interleaving, whatever the order. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	atomic_store_explicit(&a, 1, memory_order_seq_cst);
	if (!atomic_load_explicit(&b, memory_order_seq_cst))
		x = 1; // RACE 1: @write
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (!atomic_load_explicit(&a, memory_order_seq_cst)) {
		atomic_store_explicit(&b, 1, memory_order_seq_cst);
		sum += x; // RACE 1: @read
	}
	return sum;
}
