/* What a relaxed counter has counted decides who touches the other one. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int own;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		if (atomic_fetch_add_explicit(&n, 1, memory_order_relaxed) == 1200)
			own++;
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
	}
	own++;
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
