/* Both threads may read 0 on a machine whose stores are seen late: executions that are no interleavings are not looked at, and
 * that is said. */
// search: race @weak_a @weak_b : not within: sequentially consistent memory
#include <pthread.h>
#include <stdatomic.h>

static atomic_int p, q;
static int x;

static void *work(void *a)
{
	atomic_store_explicit(&p, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&q, memory_order_relaxed))
		x = 1; // @weak_a
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	atomic_store_explicit(&q, 1, memory_order_relaxed);
	if (!atomic_load_explicit(&p, memory_order_relaxed))
		x = 2; // @weak_b
	return 0;
}
