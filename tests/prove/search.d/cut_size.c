// How large a variable of another unit is, only that unit knows: an access beyond what is known here ends the path, and that is told.
// search: --switches 30 --seconds 60 race @behind @other : not within: zeros in variables from outside (table)
// search: --replay 1 race @own @other : found: confirmed
#include <pthread.h>

extern int table[];
static int known[4];
static int x, y;

static void *work(void *arg)
{
	known[3] = 5;
	y = 1; // @own
	table[3] = 5;
	x = 1; // @behind
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	x = y = 2; // @other
	pthread_join(t, NULL);
	return 0;
}
