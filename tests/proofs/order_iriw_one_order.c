// search: race @first @second : found
/* Both readers ask for the same order of the writes: both may get to x. */
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
		x = 1; // RACE 1: @first
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
	if (atomic_load_explicit(&a, memory_order_seq_cst) && !atomic_load_explicit(&b, memory_order_seq_cst))
		x = 2; // RACE 1: @second
	return sum;
}
