/* What the arguments of main are is not known, and only some are tried. Where argc alone is looked at, it is any number. */
// search: race @long @other : not within: at most 3 arguments of main with 8 characters each
// search: race @word @other : found
#include <pthread.h>
#include <string.h>

static int x;

static void *work(void *a)
{
	const char *word = a;

	if (word[0] == 'z')
		x = 2; // @word
	if (strlen(word) > 12)
		x = 1; // @long
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	pthread_create(&t, 0, work, argv[argc > 1]);
	x = 3; // @other
	return 0;
}
