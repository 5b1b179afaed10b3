/* Who has jumped back writes: the join was left out. */
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

int main(int argc, char **argv)
{
	(void)argv;
	if (setjmp(env) == 0) {
		level = argc; // NORACE
		attempt(argc);
		return 0;
	}
	level = 0; // RACE 1
	return 1;
}
