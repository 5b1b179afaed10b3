/* Double-checked initialisation. The fast path acquires what the store released. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int table;

static int get(void)
{
	if (!atomic_load_explicit(&ready, memory_order_acquire)) {
		pthread_mutex_lock(&m);
		if (!atomic_load_explicit(&ready, memory_order_relaxed)) {
			table = 7;
			atomic_store_explicit(&ready, 1, memory_order_release);
		}
		pthread_mutex_unlock(&m);
	}
	return table;
}

static void *work(void *unused)
{
	return get() == 7 ? unused : NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
