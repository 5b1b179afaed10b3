#include "counts.h"

extern int count;

void *output_main(void *argument)
{
	for (int i = 0; i < 1000; i++)
		count += 2; // RACE 1
	return argument;
}

int output_count(void)
{
	return count; // NORACE
}
