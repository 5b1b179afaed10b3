// search: race @write @read : not within
/* Store buffering. With seq_cst one of the two sees the other: at most one of them gets to x. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	atomic_store_explicit(&a, 1, memory_order_seq_cst);
	if (!atomic_load_explicit(&b, memory_order_seq_cst))
		x = 1; // NORACE reported: @write
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	atomic_store_explicit(&b, 1, memory_order_seq_cst);
	if (!atomic_load_explicit(&a, memory_order_seq_cst))
		sum += x; // NORACE: @read
	return sum;
}
