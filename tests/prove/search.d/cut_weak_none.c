/* The strongest order: all executions are interleavings, and in none of them both read 0. */
// search: --switches 30 --seconds 60 race @a @b : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdatomic.h>

static atomic_int p, q;
static int x;

static void *work(void *a)
{
	atomic_store(&p, 1);
	if (!atomic_load(&q))
		x = 1; // @a
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	atomic_store(&q, 1);
	if (!atomic_load(&p))
		x = 2; // @b
	return 0;
}
