/* argc is any number from 0: a program that looks at nothing else is looked at completely. */
// search: race @many @other : found
// search: --switches 30 --seconds 60 race @negative @other : not within: all schedules: the search is complete
#include <pthread.h>

static int x, n;

static void *work(void *a)
{
	if (n > 1000)
		x = 1; // @many
	if (n < 0)
		x = 2; // @negative
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	n = argc;
	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
