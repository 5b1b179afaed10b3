/* As global_static.d, but the variable of this file is seen and used by the other one. */
#include "counts.h"

int count;

void *input_main(void *argument)
{
	for (int i = 0; i < 1000; i++)
		count++; // RACE 1
	return argument;
}

int input_count(void)
{
	return count; // NORACE: called after the joins
}
