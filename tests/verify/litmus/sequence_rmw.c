/* The second thread adds to the flag, relaxed: the store of the first heads a release sequence that the addition is in
 * (5.1.2.4p10). The third reads 2, so it acquires from that store. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	int one_ = 1;
	atomic_compare_exchange_strong_explicit(&flag, &one_, 2, memory_order_relaxed, memory_order_relaxed);
	return unused;
}

static void *three(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
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
