/* As given_early.c, but the worker is started before the table is there. */
#include <pthread.h>
#include <stdlib.h>

struct start {
	void *(*run)(void *);
	void *argument;
};

static void *trampoline(void *argument)
{
	struct start s = *(struct start *)argument;

	free(argument);
	return s.run(s.argument);
}

static pthread_t thread_start(void *(*run)(void *), void *argument)
{
	struct start *s = malloc(sizeof *s);
	pthread_t thread;

	s->run = run;
	s->argument = argument;
	if (pthread_create(&thread, NULL, trampoline, s) != 0)
		abort();
	return thread;
}

static int *table, length, logged;

static void *worker(void *unused)
{
	for (int i = 0; i < length; i++) // RACE 2
		table[i]++; // RACE 1
	return unused;
}

static void *flush(void *unused)
{
	logged++; // NORACE
	return unused;
}

static void *logger(void *unused)
{
	pthread_t out = thread_start(flush, NULL);

	pthread_join(out, NULL);
	return unused;
}

int main(void)
{
	pthread_t log = thread_start(logger, NULL), work;

	work = thread_start(worker, NULL);
	length = 8; // RACE 2
	table = calloc(length, sizeof *table); // RACE 1
	pthread_join(work, NULL);
	pthread_join(log, NULL);
	return table[0] + logged;
}
