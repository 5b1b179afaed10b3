/* Counters that every thread counts in, as servers keep them: numbers as wide as a pointer, which lead nowhere. All accesses are atomic, so no two of them are
 * compared, and nobody needs to know at which places they are: not one call is followed, whatever the number of threads and counters. */
// STATS: walk_steps == 0
// In each of four threads four addresses that are counted in and three that are read, two more reads in two of them, and one in main:
// STATS: events == 31
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned long opened, closed, failed, bytes, references;

static void count(_Atomic unsigned long *counter, unsigned long n)
{
	atomic_fetch_add_explicit(counter, n, memory_order_relaxed); // NORACE
}

static unsigned long get(_Atomic unsigned long *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed); // NORACE
}

static void serve(unsigned long n)
{
	count(&references, 1);
	count(&opened, 1);
	if (get(&failed) < n)
		count(&bytes, n);
	count(get(&opened) > get(&closed) ? &closed : &failed, 1);
	count(&references, -1ul);
}

static void *listener(void *arg)
{
	serve(1);
	return arg;
}

static void *resolver(void *arg)
{
	serve(2);
	return arg;
}

static void *transfer(void *arg)
{
	serve(get(&bytes));
	return arg;
}

static void *cleaner(void *arg)
{
	serve(get(&references));
	return arg;
}

int main(void)
{
	void *(*start[])(void *) = { listener, resolver, transfer, cleaner };
	pthread_t t[4];

	for (int i = 0; i < 4; i++)
		if (pthread_create(&t[i], NULL, start[i], NULL))
			return 1;
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return get(&failed) != 0;
}
