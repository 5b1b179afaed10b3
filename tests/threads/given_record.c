/* All threads begin in one function, which is handed a record with the function to run; one of these starts the others in the same way.
 * What is run tells them apart, so that the first one is not its own child. */
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
	jobs += limit; // NORACE
	return unused;
}

static void *writer(void *unused)
{
	written += limit; // NORACE
	return unused;
}

static void *primary(void *unused)
{
	pthread_t in, out;

	jobs = written = 0; // NORACE
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
	pthread_join(all, NULL);
	other = thread_start(primary, NULL);
	pthread_join(other, NULL);
	return written;
}
