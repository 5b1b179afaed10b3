/* A function that can come back twice says nothing about threads that nobody below it starts: what is prepared after it, and before the
 * start, is not shared yet. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf again;
static int table;
static int tries;

static void parse(int n)
{
	if (n > 3)
		longjmp(again, 1);
}

static void load(int n)
{
	if (setjmp(again) == 0)
		parse(n);
}

static void probe_run(void)
{
	tries++;
}

static void *probe(void *arg)
{
	(void)arg;
	probe_run();
	return NULL;
}

static void *worker(void *arg)
{
	(void)arg;
	return (void *)(long)table;
}

int main(int argc, char **argv)
{
	pthread_t p, w;

	(void)argv;
	pthread_create(&p, NULL, probe, NULL);
	pthread_join(p, NULL);
	load(argc);
	tries++;         // NORACE: the probe was joined before
	table = argc;    // NORACE: nobody has been started who reads it
	pthread_create(&w, NULL, worker, NULL);
	pthread_join(w, NULL);
	return tries;
}
