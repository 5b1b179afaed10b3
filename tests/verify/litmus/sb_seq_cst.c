/* Store buffering: with seq_cst at least one thread sees the store of the other, so at most one comes to the data. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	if (!atomic_load_explicit(&y, memory_order_seq_cst))
		data++;
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_seq_cst);
	if (!atomic_load_explicit(&x, memory_order_seq_cst))
		data++;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
