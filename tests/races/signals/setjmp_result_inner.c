/* A function that is called several times, with a jump of its own: what it does the first time is done before main starts anybody. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;
static int level;

static void *reader(void *arg)
{
	(void)arg;
	return level ? &level : NULL;
}

static int guarded(int n)
{
	if (setjmp(env))
		return -1;
	if (n > 3)
		longjmp(env, 1);
	level += n; // NORACE
	return 0;
}

static pthread_t t;

static void start(void)
{
	if (pthread_create(&t, NULL, reader, NULL))
		exit(1);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (guarded(argc) || guarded(2))
		return 1;
	level++; // NORACE
	start();
	pthread_join(t, NULL);
	return 0;
}
