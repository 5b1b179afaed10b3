/* As setjmp_start.c, but a thread is started below the function that comes back twice: behind it, nobody knows whether it was. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf again;
static int table;

static void *worker(void *arg)
{
	(void)arg;
	return (void *)(long)table; // RACE 1
}

static void parse(int n)
{
	pthread_t w;

	pthread_create(&w, NULL, worker, NULL);
	if (n > 3)
		longjmp(again, 1);
	pthread_join(w, NULL);
}

static void load(int n)
{
	if (setjmp(again) == 0)
		parse(n);
}

int main(int argc, char **argv)
{
	(void)argv;
	load(argc);
	table = argc; // RACE 1: the jump went past the join
	return table;
}
