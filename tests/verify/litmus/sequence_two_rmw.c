/* Two relaxed read-modify-writes of another thread keep the release sequence. */
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
	atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
	atomic_fetch_or_explicit(&flag, 4, memory_order_relaxed);
	return unused;
}

static void *three(void *unused)
{
	if (atomic_load_explicit(&flag, memory_order_acquire) == 6)
		data = 2;
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
