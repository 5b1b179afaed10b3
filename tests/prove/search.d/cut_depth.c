/* A race behind more calls than the stack has; with a deeper one it is found; and one that is nowhere, in all of it. */
// search: --depth 20 race @deep @other : not within: 20 calls on a stack (--prove-depth)
// search: --depth 100 race @deep @other : found
// search: --switches 30 --seconds 60 --depth 100 race @never @other : not within: all schedules: the search is complete
#include <pthread.h>

static int x;

static int down(int n)
{
	if (n == 40)
		x = 1; // @deep
	if (n == 60)
		x = 2; // @never
	return n == 50 ? n : down(n + 1) + 1;
}

static void *work(void *a)
{
	down(0);
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
