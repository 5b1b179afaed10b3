/* Whom a call through a pointer reaches: the last assignment counts; branches add up; a member keeps its own; a parameter
 * depends on the caller; a table gives one entry for a constant index and all for a variable one; functions return functions. */
#include <stdio.h>

#include "snag_ask.h"

typedef int operation(int);

static int twice(int n)
{
	return 2 * n;
}

static int half(int n)
{
	return n / 2;
}

static int square(int n)
{
	return n * n;
}

static int never(int n)
{
	return -n;
}

struct codec {
	operation *encode, *decode;
};

static struct codec plain = { twice, half }, odd = { square, half };
static operation *const table[] = { twice, half, square };
static operation *hook = never;

static int overwritten(int n)
{
	operation *op = twice;

	op = half;
	snag_calls(op); // ANSWER: half
	return op(n);
}

static int overwritten_global(int n)
{
	hook = square;
	snag_calls(hook); // ANSWER: square by context
	return hook(n);
}

static int either(int n)
{
	operation *op = half;

	if (n > 3)
		op = twice;
	snag_calls(op); // ANSWER: half twice by context
	return op(n);
}

static int members(int n)
{
	struct codec *c = n > 3 ? &plain : &odd;

	snag_calls(c->encode); // ANSWER: square twice
	n = c->encode(n);
	snag_calls(c->decode); // ANSWER: half
	return c->decode(n);
}

static int one_entry(int n)
{
	snag_calls(table[1]); // ANSWER: half
	return table[1](n);
}

static int any_entry(int n)
{
	snag_calls(table[n % 3]); // ANSWER: half square twice
	return table[n % 3](n);
}

static operation *choose(int n)
{
	return n > 3 ? square : half;
}

static int returned(int n)
{
	operation *op = choose(n);

	snag_calls(op); // ANSWER: half square by context
	return op(n);
}

static int cleared(int n)
{
	operation *op = n > 3 ? twice : NULL;

	if (!op)
		return 0;
	snag_calls(op); // ANSWER: twice by context
	return op(n);
}

static int named(int n)
{
	snag_calls(never); // ANSWER: never by direct
	return never(n);
}

int main(int argc, char **argv)
{
	(void)argv;
	return overwritten(argc) + overwritten_global(argc) + either(argc) + members(argc) + one_entry(argc) + any_entry(argc) +
	               returned(argc) + cleared(argc) + named(argc) ==
	       -1000;
}
