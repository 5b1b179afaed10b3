/* The record is on the stack of who starts the thread, and waits for it. */
#include <pthread.h>
#include <stdlib.h>

struct start {
	int level;
	void (*run)(int);
};

static void *trampoline(void *argument)
{
	struct start *s = argument;

	s->run(s->level);
	return NULL;
}

static void run_and_wait(void (*run)(int), int level)
{
	struct start s = { level, run };
	pthread_t thread;

	if (pthread_create(&thread, NULL, trampoline, &s) != 0)
		abort();
	pthread_join(thread, NULL);
}

static int outer, inner;

static void inside(int level)
{
	inner += level; // NORACE
}

static void outside(int level)
{
	outer += level; // NORACE
	run_and_wait(inside, level + 1);
	inner = 0; // NORACE
}

int main(void)
{
	run_and_wait(outside, 1);
	run_and_wait(outside, 2);
	return outer;
}
