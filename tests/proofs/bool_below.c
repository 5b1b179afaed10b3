/* One less than false is true; and what is wider than a byte is true, too. */
// PROVED: confirmed
#include <pthread.h>

static _Atomic _Bool twice;
static int shared;

static void *work(void *unused)
{
	if (twice)
		shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	twice -= 1;
	twice *= 256;
	pthread_create(&t, 0, work, 0);
	if (twice)
		shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}
