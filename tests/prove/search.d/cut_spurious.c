/* A weak exchange may fail for nothing; a strong one fails only where there is something else. */
// search: --define exchange=atomic_compare_exchange_weak --switches 30 race @fails @other : not within: weak exchanges that never fail spuriously
// search: --define exchange=atomic_compare_exchange_strong --switches 30 --seconds 60 race @fails @other : not within: all schedules: the search is complete
// search: --define exchange=atomic_compare_exchange_weak --replay 1 race @succeeds @other : found: confirmed;
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int x;

static void *work(void *a)
{
	int expected = 0;

	if (!exchange(&n, &expected, 1))
		x = 1; // @fails
	else
		x = 1; // @succeeds
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
