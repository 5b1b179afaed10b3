// search: race @first @second : not within
/* Independent reads of independent writes: with seq_cst both readers see the writes in one order, so at most one of them
 * gets to x. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *left(void *argument)
{
	atomic_store_explicit(&a, 1, memory_order_seq_cst);
	return argument;
}

static void *reader(void *argument)
{
	if (atomic_load_explicit(&a, memory_order_seq_cst) && !atomic_load_explicit(&b, memory_order_seq_cst))
		x = 1; // NORACE: @first
	return argument;
}

static void *right(void *argument)
{
	atomic_store_explicit(&b, 1, memory_order_seq_cst);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, left, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	pthread_create(&t[2], NULL, right, NULL);
	if (atomic_load_explicit(&b, memory_order_seq_cst) && !atomic_load_explicit(&a, memory_order_seq_cst))
		x = 2; // NORACE reported: @second
	return sum;
}
