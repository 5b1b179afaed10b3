/* The loop that tries again starts a thread, too, and the jump goes past its join. */
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

static void attempt(int n)
{
	pthread_t t;

	if (pthread_create(&t, NULL, reader, NULL))
		exit(1);
	if (n > 3)
		longjmp(env, 1);
	pthread_join(t, NULL);
}

static void load(int n)
{
	while (setjmp(env) != 0)
		level = 0; // RACE 1
	attempt(n);
}

int main(int argc, char **argv)
{
	(void)argv;
	load(argc);
	return 0;
}
