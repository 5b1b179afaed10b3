/* The call that makes the table takes the place of an older one: it is no first call, and others may be in it meanwhile. */
#include <stdlib.h>

static int *table;

int load(int n)
{
	int *old = table, *fresh = calloc(64, sizeof *fresh); // RACE 1

	if (!fresh)
		return -1;
	fresh[0] = n; // RACE 3
	table = fresh; // RACE 1
	free(old); // RACE 2
	return 0;
}

int get(int i)
{
	return table[i & 63]; // RACE 1; RACE 2; RACE 3
}
