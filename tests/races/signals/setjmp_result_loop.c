/* A loop that tries again until nobody jumps back; threads are started behind it. */
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
	level = n; // NORACE
	if (n > 3)
		longjmp(env, 1);
}

static void load(int n)
{
	while (setjmp(env) != 0)
		level = 0; // NORACE: only parse has run since
	parse(n);
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	load(argc);
	level++; // NORACE
	if (pthread_create(&t, NULL, reader, NULL))
		return 1;
	pthread_join(t, NULL);
	return 0;
}
