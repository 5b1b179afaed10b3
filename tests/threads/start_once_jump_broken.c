/* The flag is set behind the start, but what comes between may jump out: the next call starts another thread. */
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf top;
static int rounds, started;

static void *tick(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void check(int failed)
{
	if (failed)
		longjmp(top, 1);
}

static void need(int failed)
{
	pthread_t thread;

	if (started)
		return;
	pthread_create(&thread, NULL, tick, NULL);
	check(failed);
	started = 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (!setjmp(top))
		need(argc > 1);
	need(0);
	pthread_exit(NULL);
}
