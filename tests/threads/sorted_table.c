/* A table of hooks that is sorted: behind that any of them may be at any place. And a handler that is replaced on the way to a
 * longjmp: where setjmp comes back again, it may be the one or the other. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct hook {
	int priority;
	void (*run)(int);
};

static jmp_buf back;
static void (*volatile step)(int);

static void early(int n)
{
	printf("early %d\n", n);
}

static void late(int n)
{
	printf("late %d\n", n);
}

static void parse(int n)
{
	printf("parse %d\n", n);
}

static void recover(int n)
{
	printf("recover %d\n", n);
}

static int by_priority(const void *a, const void *b)
{
	return ((const struct hook *)a)->priority - ((const struct hook *)b)->priority;
}

static void fail(int hard)
{
	if (hard)
		step = recover;
	longjmp(back, 1);
}

static void sort(int argc)
{
	struct hook hook[2] = { { 2, late }, { 1, early } };

	snag_calls(hook[0].run); // ANSWER: late
	hook[0].run(0);
	if (argc > 1)
		qsort(hook, 2, sizeof *hook, by_priority);
	snag_calls(hook[0].run); // ANSWER: early late
	hook[0].run(1);
}

int main(int argc, char **argv)
{
	(void)argv;
	sort(argc);
	step = parse;
	if (setjmp(back)) {
		snag_calls(step); // ANSWER: parse recover
		step(3);
		return 0;
	}
	snag_calls(step); // ANSWER: parse
	step(2);
	fail(argc > 1);
	return 0;
}
