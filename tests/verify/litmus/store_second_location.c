/* A release store is no fence: what is stored to another place later gives nothing. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, other;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&flag, 1, memory_order_release);
	atomic_store_explicit(&other, 1, memory_order_relaxed);
	return unused;
}

static void *two(void *unused)
{
	if (atomic_load_explicit(&other, memory_order_relaxed) == 1) {
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
