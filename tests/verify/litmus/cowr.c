/* Coherence: a thread does not read what was there before its own store. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&x, memory_order_relaxed))
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
