/* As given_members.c, and main starts what one of the threads starts, too. */
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
	wrote_bytes++; // RACE 1
}

static void write_done(void)
{
	wrote_bytes = 0; // RACE 1
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
	static struct task out = { "write", write_all, write_done };

	sem_init(&over, 0, 0);
	spawn(&in);
	spawn(&first);
	spawn(&out);
	for (int i = 0; i < 4; i++)
		sem_wait(&over);
	return 0;
}
