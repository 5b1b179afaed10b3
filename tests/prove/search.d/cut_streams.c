// What stdin, stdout and stderr point to is the C library's: whoever locks one goes on behind it, and the search does not say "all".
// search: --switches 30 --seconds 60 race @locked @other : not within: zeros in variables from outside (stdin, stdout, stderr)
// search: --replay 1 race @before @other : found: confirmed
#include <pthread.h>
#include <stdio.h>

static int x, y;

static void *work(void *arg)
{
	y = 1; // @before
	flockfile(stdout);
	funlockfile(stdout);
	x = 1; // @locked
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
