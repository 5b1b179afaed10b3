/* Every call makes the table itself if it is not there: two that come first at once both make one. */
#include <stdlib.h>

static int *table;

static int make(void)
{
	if (!table) // RACE 1
		table = calloc(64, sizeof *table); // RACE 1
	return table != NULL; // RACE 1
}

int get(int i)
{
	return make() ? table[i & 63] : 0; // RACE 1
}
