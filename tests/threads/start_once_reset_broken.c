/* As start_once_flag.c, but the flag is taken back while the thread is still there: the next one runs beside it. */
#include <pthread.h>
#include <stddef.h>

static int rounds, started;

static void *tick(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void need(void)
{
	pthread_t thread;

	if (started)
		return;
	started = 1;
	pthread_create(&thread, NULL, tick, NULL);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++) {
		need();
		started = 0;
	}
	need();
	pthread_exit(NULL);
}
