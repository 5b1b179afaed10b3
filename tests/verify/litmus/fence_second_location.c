/* A release fence stands before all later stores of its thread, to whatever. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag, other;

static void *one(void *unused)
{
	data = 1;
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
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
