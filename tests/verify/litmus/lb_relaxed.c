/* Load buffering: each thread reads before it stores. That both read 1 would need each store to come before itself; RC11
 * forbids it (no cycle of program order and reads-from). So one comes to the data at most. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	int r = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	if (r)
		data++;
	return unused;
}

static void *two(void *unused)
{
	int r = atomic_load_explicit(&y, memory_order_relaxed);
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	if (r)
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
