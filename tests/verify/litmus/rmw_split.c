/* An increment in two steps: both may read 0. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	int r = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&x, r + 1, memory_order_relaxed);
	if (!r)
		data++;
	return unused;
}

static void *two(void *unused)
{
	int r = atomic_load_explicit(&x, memory_order_relaxed);
	atomic_store_explicit(&x, r + 1, memory_order_relaxed);
	if (!r)
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
