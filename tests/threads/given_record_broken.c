/* As given_record.c, with two of the first kind at once. */
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

static int jobs, written, limit;

static void *reader(void *unused)
{
	jobs += limit; // RACE 1
	return unused;
}

static void *writer(void *unused)
{
	written += limit; // RACE 2
	return unused;
}

static void *primary(void *unused)
{
	pthread_t in, out;

	jobs = written = 0; // RACE 1; RACE 2
	in = thread_start(reader, NULL);
	out = thread_start(writer, NULL);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	return unused;
}

int main(void)
{
	pthread_t all, other;

	limit = 3; // NORACE
	all = thread_start(primary, NULL);
	other = thread_start(primary, NULL);
	pthread_join(all, NULL);
	pthread_join(other, NULL);
	return written;
}
