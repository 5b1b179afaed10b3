/* Peterson's algorithm for two threads. With seq_cst all stores and loads are in one order, in which it is right. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int data;

static void section(int me)
{
	int other = 1 - me;

	atomic_store_explicit(&wants[me], 1, memory_order_seq_cst);
	atomic_store_explicit(&turn, other, memory_order_seq_cst);
	while (atomic_load_explicit(&wants[other], memory_order_seq_cst) && atomic_load_explicit(&turn, memory_order_seq_cst) == other)
		continue;
	data++;
	atomic_store_explicit(&wants[me], 0, memory_order_seq_cst);
}

static void *one(void *unused)
{
	section(0);
	return unused;
}

static void *two(void *unused)
{
	section(1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return data != 2;
}
