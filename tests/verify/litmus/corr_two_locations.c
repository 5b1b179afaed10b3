/* Stores to two locations are seen in two orders: nothing orders relaxed stores of one thread. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	if (atomic_load_explicit(&x, memory_order_relaxed) && !atomic_load_explicit(&y, memory_order_relaxed))
		data++;
	return unused;
}

static void *three(void *unused)
{
	if (atomic_load_explicit(&y, memory_order_relaxed) && !atomic_load_explicit(&x, memory_order_relaxed))
		data++;
	return unused;
}

int main(void)
{
	pthread_t id[3];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_create(&id[2], NULL, three, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	pthread_join(id[2], NULL);
	return 0;
}
