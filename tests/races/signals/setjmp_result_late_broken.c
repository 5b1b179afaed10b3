/* The result is kept, and asked too late: the write in between is made behind both returns. */
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
	int again;

	(void)argv;
	again = setjmp(env);
	level = argc; // RACE 1
	if (again)
		return again;
	if (pthread_create(&t, NULL, reader, NULL))
		return 1;
	check(argc);
	pthread_join(t, NULL);
	return 0;
}
