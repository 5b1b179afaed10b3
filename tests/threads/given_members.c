/* The record is a variable with two functions: what to run, and what to run last. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct task {
	const char *name;
	void (*run)(void);
	void (*finish)(void);
};

static sem_t over;

static void *trampoline(void *argument)
{
	struct task *t = argument;

	t->run();
	t->finish();
	sem_post(&over);
	return NULL;
}

static void spawn(struct task *t)
{
	pthread_t thread;

	pthread_create(&thread, NULL, trampoline, t);
	pthread_detach(thread);
}

static int read_bytes, wrote_bytes, summed;

static void read_all(void)
{
	read_bytes++; // NORACE
}

static void read_done(void)
{
	read_bytes = 0; // NORACE
}

static void write_all(void)
{
	wrote_bytes++; // NORACE
}

static void write_done(void)
{
	wrote_bytes = 0; // NORACE
}

static void sum(void)
{
	static struct task again = { "write", write_all, write_done };

	summed++; // NORACE
	spawn(&again);
}

static void nothing(void)
{
}

int main(void)
{
	static struct task in = { "read", read_all, read_done }, first = { "sum", sum, nothing };

	sem_init(&over, 0, 0);
	spawn(&in);
	spawn(&first);
	for (int i = 0; i < 3; i++)
		sem_wait(&over);
	return 0;
}
