/* Bytes that nobody has set are anything, so many of them at once; beyond that they are zeros. */
// search: --define BYTES=300 race @five @other : not within: zeros in unset memory beyond 256 bytes at once
// search: --define BYTES=100 race @five @other : found
// search: --define BYTES=100 --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <string.h>

static int x;

static void *work(void *a)
{
	struct all {
		char byte[BYTES];
	} from, to;

	memcpy(&to, &from, sizeof to);
	if (to.byte[BYTES - 9] == 5)
		x = 1; // @five
	if (to.byte[BYTES - 9] == 5 && to.byte[BYTES - 9] == 6)
		x = 1; // @never
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // @other
	return 0;
}
