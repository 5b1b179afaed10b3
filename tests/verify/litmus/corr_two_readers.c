/* Two stores of two threads are in one modification order: two readers do not see them in two orders. Only one of the two
 * comes to the data. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&x, 2, memory_order_relaxed);
	return unused;
}

static void *three(void *unused)
{
	int a = atomic_load_explicit(&x, memory_order_relaxed), b = atomic_load_explicit(&x, memory_order_relaxed);
	if (a == 1 && b == 2)
		data++;
	return unused;
}

static void *four(void *unused)
{
	int a = atomic_load_explicit(&x, memory_order_relaxed), b = atomic_load_explicit(&x, memory_order_relaxed);
	if (a == 2 && b == 1)
		data++;
	return unused;
}

int main(void)
{
	pthread_t id[4];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_create(&id[2], NULL, three, NULL);
	pthread_create(&id[3], NULL, four, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	pthread_join(id[2], NULL);
	pthread_join(id[3], NULL);
	return 0;
}
