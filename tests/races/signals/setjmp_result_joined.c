/* Behind the first return the thread is joined before the write; who has jumped back writes nothing. */
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
		level++; // NORACE: joined, else we were not here
		return level;
	}
	return 1;
}
