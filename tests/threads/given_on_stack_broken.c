/* As given_on_stack.c, but a second thread does the same. */
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
	inner += level; // RACE 1
}

static void outside(int level)
{
	outer += level; // RACE 2
	run_and_wait(inside, level + 1);
	inner = 0; // RACE 1
}

static void *second(void *unused)
{
	run_and_wait(outside, 3);
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, second, NULL);
	run_and_wait(outside, 1);
	pthread_join(thread, NULL);
	return outer;
}
