/* Store buffering: release and acquire allow both loads to read 0. No interleaving shows it. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	atomic_store_explicit(&x, 1, memory_order_release);
	if (!atomic_load_explicit(&y, memory_order_acquire))
		data++;
	return unused;
}

static void *two(void *unused)
{
	atomic_store_explicit(&y, 1, memory_order_release);
	if (!atomic_load_explicit(&x, memory_order_acquire))
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
