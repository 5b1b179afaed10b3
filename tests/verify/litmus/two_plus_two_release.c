/* 2+2W with release stores: they are in no order with each other either. */
// VERIFY: race
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
	atomic_store_explicit(&x, 1, memory_order_release);
	atomic_store_explicit(&y, 2, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_release);
	atomic_store_explicit(&x, 2, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	if (atomic_load_explicit(&x, memory_order_relaxed) == 1 && atomic_load_explicit(&y, memory_order_relaxed) == 1) {
		pthread_t id_more;
	
		pthread_create(&id_more, NULL, more, NULL);
		data++;
		pthread_join(id_more, NULL);
	}
	return 0;
}
