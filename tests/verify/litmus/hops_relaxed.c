/* Two hops, and the one in the middle does not acquire. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int first, second;

static void *one(void *unused)
{
	data = 1;
	atomic_store_explicit(&first, 1, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	if (atomic_load_explicit(&first, memory_order_relaxed))
		atomic_store_explicit(&second, 1, memory_order_release);
	return unused;
}

static void *three(void *unused)
{
	if (atomic_load_explicit(&second, memory_order_acquire))
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
