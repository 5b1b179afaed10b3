/* The first return of setjmp is told by its result: what is done then, before the thread is started, is done alone. Whoever jumps back
 * leaves main. */
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

static void parse(int n)
{
	if (n > 3)
		longjmp(env, 1);
	level = n; // NORACE
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	if (setjmp(env))
		return 1;
	parse(argc);
	level++; // NORACE
	if (pthread_create(&t, NULL, reader, NULL))
		return 1;
	pthread_join(t, NULL);
	return 0;
}
