/* The calls ask an atomic flag, which is set when all is made: who sees it comes later. Who sets up twice at once sets up twice. */
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
	most = n; // NORACE
	atomic_store(&ready, 1);
	return 0;
}

int get(int i)
{
	if (!atomic_load(&ready))
		return -1;
	return i >= 0 && i < most ? table[i] : 0; // NORACE
}
