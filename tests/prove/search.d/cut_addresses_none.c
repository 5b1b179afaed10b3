/* Inside an object nothing depends on where it lies. */
// search: --switches 30 --seconds 60 race @inside @there : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdint.h>

static int y;
static char place[10];

static void *inner(void *a)
{
	char *from = place + 1, *to = place + 9;

	if (to - from != 8 || to < from || (uintptr_t)to - (uintptr_t)from != 8)
		y = 1; // @inside
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, inner, 0);
	y = 2; // @there
	return 0;
}
