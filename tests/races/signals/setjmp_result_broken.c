/* Whoever jumps back goes on: the thread may have been started the first time. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
static int level;

static void *reader(void *arg)
{
	(void)arg;
	return level ? &level : NULL; // RACE 1
}

static void check(int n)
{
	if (n > 3)
		longjmp(env, 1);
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	if (setjmp(env))
		argc = 0;
	level = argc; // RACE 1: the second time a reader is there
	if (pthread_create(&t, NULL, reader, NULL))
		return 1;
	check(argc);
	pthread_join(t, NULL);
	return 0;
}
