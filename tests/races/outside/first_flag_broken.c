/* The calls ask a plain flag whether the table is made: they may run beside the call that makes it, and nothing orders the flag. */
#include <stdlib.h>

static int *table;
static int ready, most;

int set_up(int n)
{
	table = calloc((size_t)n, sizeof *table); // RACE 2
	if (!table)
		return -1;
	most = n; // RACE 3
	ready = 1; // RACE 1
	return 0;
}

int get(int i)
{
	if (!ready) // RACE 1
		return -1;
	return i >= 0 && i < most ? table[i] : 0; // RACE 2; RACE 3
}
