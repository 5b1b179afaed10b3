/* Relaxed counters, and a plain one for each thread. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int own[2];

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
		own[0]++;
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
		own[1] += i;
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
