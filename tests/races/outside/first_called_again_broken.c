/* What makes the table is called from another function that others call, too: that one may come at any time. */
#include <stdlib.h>

static int *table;
static int most;

int set_up(int n)
{
	table = calloc(64, sizeof *table); // RACE 1
	most = n; // RACE 2
	return table != NULL; // RACE 1
}

int again(void)
{
	return set_up(32);
}

int get(int i)
{
	return i < most ? table[i & 63] : 0; // RACE 1; RACE 2
}
