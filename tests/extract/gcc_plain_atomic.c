/* gcc's <stdatomic.h> works on any object, clang's only on those that are _Atomic. What is done with it is atomic either way. */
#include <pthread.h>
#include <stdatomic.h>

static int hits, read_plainly;
static _Atomic int proper;
static int *latest;

static void *worker(void *arg)
{
	int expected = 3;

	atomic_fetch_add(&hits, 1); // NORACE
	atomic_fetch_sub_explicit(&proper, 1, memory_order_relaxed); // NORACE
	atomic_fetch_add(&read_plainly, 1); // RACE 1
	atomic_store(&latest, &hits); // NORACE
	atomic_compare_exchange_strong(&hits, &expected, 4); // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;
	int now;

	pthread_create(&t, 0, worker, 0);
	atomic_exchange(&hits, 0); // NORACE
	now = atomic_load(&proper) + atomic_load(&hits); // NORACE
	now += read_plainly; // RACE 1
	now += atomic_load(&latest) != 0; // NORACE
	pthread_join(t, 0);
	return now;
}
