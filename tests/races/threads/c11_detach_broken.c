/* As c11_detach.c, but the one who made it looks into it once more, to print the number. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct task {
	int number;
};

static int run(void *argument)
{
	struct task *t = argument;

	t->number++; // RACE 1
	free(t); // RACE 2: of the whole block, which start() still reads
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
	return t->number; // RACE 1; RACE 2
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
