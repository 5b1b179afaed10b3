/* As first_flag_atomic.c, but the flag is set before the last store. */
#include <stdatomic.h>
#include <stdlib.h>

static int *table;
static atomic_int ready;
static int most;

int set_up(int n)
{
	table = calloc((size_t)n, sizeof *table); // NORACE
	if (!table)
		return -1;
	atomic_store(&ready, 1);
	most = n; // RACE 1
	return 0;
}

int get(int i)
{
	if (!atomic_load(&ready))
		return -1;
	return i >= 0 && i < most ? table[i] : 0; // RACE 1
}
