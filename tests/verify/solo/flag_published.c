/* A relaxed flag does not publish what was written before. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int n, x;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		x = i;
	}
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		if (atomic_load_explicit(&flag, memory_order_relaxed))
			n += x;
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
