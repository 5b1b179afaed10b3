/* The same with a strong one, which does not fail when it has found 0. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&x, 1, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	int zero = 0;
	if (!atomic_compare_exchange_strong_explicit(&x, &zero, 2, memory_order_acq_rel, memory_order_acquire) && !zero)
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
