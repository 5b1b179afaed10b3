/* The same lock, given back without an order. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *one(void *unused)
{
	if (!atomic_exchange_explicit(&flag, 1, memory_order_acquire)) {
		data++;
		atomic_store_explicit(&flag, 0, memory_order_relaxed);
	}
	return unused;
}

static void *two(void *unused)
{
	if (!atomic_exchange_explicit(&flag, 1, memory_order_acquire)) {
		data++;
		atomic_store_explicit(&flag, 0, memory_order_relaxed);
	}
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
