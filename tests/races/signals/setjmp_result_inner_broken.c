/* The same function is called once more, while the thread is there. */
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

static int guarded(int n)
{
	if (setjmp(env))
		return -1;
	if (n > 3)
		longjmp(env, 1);
	level += n; // RACE 1
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
	if (guarded(argc))
		return 1;
	start();
	guarded(2);
	pthread_join(t, NULL);
	return 0;
}
