/* Where objects lie in memory is one choice of many: what depends on it is not told as absent. Inside an object nothing depends on
 * it. */
// search: race @aligned @other : not within: one place for each object in memory (work)
// search: --switches 30 --seconds 60 race @inside @there : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdint.h>

static int x, y;
static char place[10];

static void *work(void *a)
{
	if ((uintptr_t)place & 8)
		x = 1; // @aligned
	return a;
}

static void *inner(void *a)
{
	char *from = place + 1, *to = place + 9;

	if (to - from != 8 || to < from || (uintptr_t)to - (uintptr_t)from != 8)
		y = 1; // @inside
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	if (argc > 1) {
		pthread_create(&t, 0, work, 0);
		x = 2; // @other
	} else {
		pthread_create(&t, 0, inner, 0);
		y = 2; // @there
	}
	return 0;
}
