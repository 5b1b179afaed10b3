/* Where objects lie in memory is one choice of many: what depends on it is not told as absent. */
// search: race @aligned @other : not within: one address for each object (work)
#include <pthread.h>
#include <stdint.h>

static int x;
static char place[10];

static void *work(void *a)
{
	if ((uintptr_t)place & 8)
		x = 1; // @aligned
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
