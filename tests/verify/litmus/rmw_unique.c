/* Two increments read two values: only one thread gets the 0. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x;

static void *one(void *unused)
{
	if (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 0)
		data++;
	return unused;
}

static void *two(void *unused)
{
	if (atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) == 0)
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
