/* 2+2W with seq_cst: the stores are in one order, in which one of the second stores is last. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *more(void *unused)
{
	data++;
	return unused;
}

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_seq_cst);
	atomic_store_explicit(&y, 2, memory_order_seq_cst);
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_seq_cst);
	atomic_store_explicit(&x, 2, memory_order_seq_cst);
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	if (atomic_load_explicit(&x, memory_order_seq_cst) == 1 && atomic_load_explicit(&y, memory_order_seq_cst) == 1) {
		pthread_t id_more;
	
		pthread_create(&id_more, NULL, more, NULL);
		data++;
		pthread_join(id_more, NULL);
	}
	return 0;
}
