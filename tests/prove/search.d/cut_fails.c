/* What happens when memory or a thread cannot be had is not tried, and that is said. */
// search: race @null @other : not within: allocations that succeed
// search: race @start @other : not within: threads that can be started
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *work(void *a)
{
	char *p = malloc(10);

	if (!p)
		x = 1; // @null
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	if (pthread_create(&u, 0, work, 0))
		x = 2; // @start
	x = 3; // @other
	return 0;
}
