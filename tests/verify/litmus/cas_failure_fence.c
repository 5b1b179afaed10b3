/* An exchange that fails has read what was there: an acquire fence behind it counts. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 7, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	int expected = 0;
	
	if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 0, memory_order_relaxed, memory_order_relaxed) &&
	    expected == 7) {
		atomic_thread_fence(memory_order_acquire);
		data = 2;
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
