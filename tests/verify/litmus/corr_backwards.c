/* Coherence: who has read 2, which was stored behind 1, does not read 1 after it. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	int a = atomic_load_explicit(&x, memory_order_relaxed), b = atomic_load_explicit(&x, memory_order_relaxed);
	if (a == 2 && b == 1)
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
