/* C17 counts a later relaxed store of the same thread to the release sequence (5.1.2.4p10): who reads 2 is behind the
 * store of 1. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	atomic_store_explicit(&flag, 2, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
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
