/* A thread is started where it is first needed: a flag says that it is there. Only main asks for it, and nobody takes the flag back. */
#include <pthread.h>
#include <stddef.h>

static int rounds, started;

static void *tick(void *unused)
{
	rounds++; // NORACE
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
	for (int i = 0; i < argc; i++)
		need();
	need();
	pthread_exit(NULL);
}
