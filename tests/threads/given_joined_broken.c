// FLAGS: --limit contexts-budget=1 --limit contexts-first=1
/* As given_joined.c, and main runs what the other thread starts, too. */
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

static int count0;

static void *run0(void *unused)
{
	count0++; // NORACE
	return unused;
}

static int count1;

static void *run1(void *unused)
{
	count1++; // NORACE
	return unused;
}

static int count2;

static void *run2(void *unused)
{
	count2++; // NORACE
	return unused;
}

static int count3;

static void *run3(void *unused)
{
	count3++; // RACE 1
	return unused;
}

static int count4;

static void *run4(void *unused)
{
	count4++; // NORACE
	return unused;
}

static int count5;

static void *run5(void *unused)
{
	count5++; // NORACE
	return unused;
}

static void *primary(void *unused)
{
	pthread_t thread[5];

	thread[0] = thread_start(run0, NULL);
	thread[1] = thread_start(run1, NULL);
	thread[2] = thread_start(run2, NULL);
	thread[3] = thread_start(run3, NULL);
	thread[4] = thread_start(run4, NULL);
	for (int i = 0; i < 5; i++)
		pthread_join(thread[i], NULL);
	return unused;
}

int main(void)
{
	pthread_t first, second;

	count5 = 1; // NORACE
	first = thread_start(primary, NULL);
	second = thread_start(run3, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return count0 + count5;
}
