/* Two files with a static variable of the same name: two variables, each changed by one thread only. */
#include "counts.h"

static int count;

void *input_main(void *argument)
{
	for (int i = 0; i < 1000; i++)
		count++; // NORACE
	return argument;
}

int input_count(void)
{
	return count; // NORACE: called after the joins
}
