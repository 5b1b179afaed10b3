/* A library: who calls it may be the very thread whose id was saved, or any other, and several at once without a lock. */
#include <pthread.h>

static int total;

static int is_first(void)
{
	static __thread int first = 1;
	int was = first;

	first = 0;
	return was;
}

void add(int n)
{
	if (is_first())
		total += n; // RACE 1
}
