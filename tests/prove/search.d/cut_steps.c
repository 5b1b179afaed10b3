/* A race behind more instructions than a path may have, or more paths than there may be. */
// search: --steps 2000 race @far @other : not within: 2000 instructions on a path (--prove-steps)
// search: race @far @other : found
// search: --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
// search: --paths 2 race @never @other : not within: 2 paths (--prove-paths)
#include <pthread.h>

static int x;

static void *work(void *a)
{
	int n = 0;

	for (int i = 0; i < 1000; i++)
		n += i;
	if (n)
		x = 1; // @far
	else
		x = 2; // @never
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
