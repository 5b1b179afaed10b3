/* A detached thread that owns its argument: the one who made it has stored the number elsewhere before. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct task {
	int number;
};

static int run(void *argument)
{
	struct task *t = argument;

	t->number++; // NORACE
	free(t); // NORACE
	if (thrd_equal(thrd_current(), thrd_current()))
		thrd_yield();
	return 0;
}

static int start(int number)
{
	struct task *t = malloc(sizeof *t);
	thrd_t thread;

	if (!t)
		abort();
	t->number = number;
	if (thrd_create(&thread, run, t) != thrd_success)
		abort();
	thrd_detach(thread);
	return number;
}

int main(void)
{
	struct timespec pause = { 0, 5000000 };
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += start(i);
	printf("%d\n", sum > 0);
	thrd_sleep(&pause, NULL);
	return 0;
}
