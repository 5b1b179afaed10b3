/* The same with release and acquire: who sees y sees x, so the third thread never comes to the data. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_release);
	atomic_store_explicit(&y, 1, memory_order_release);
	return unused;
}

static void *two(void *unused)
{
	if (atomic_load_explicit(&x, memory_order_acquire) && !atomic_load_explicit(&y, memory_order_acquire))
		data++;
	return unused;
}

static void *three(void *unused)
{
	if (atomic_load_explicit(&y, memory_order_acquire) && !atomic_load_explicit(&x, memory_order_acquire))
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
