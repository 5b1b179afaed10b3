#include "store.h"

static int value, before;

void store_put(int to)
{
	before = value; // RACE 2
	value = to; // RACE 1
}

int store_get(void)
{
	return value; // RACE 1
}

void store_drop(void)
{
	value = 0; // RACE 1
}

void store_swap(void)
{
	int kept = before; // RACE 2

	before = value; // RACE 2; RACE 1
	value = kept; // RACE 1
}

int store_last(void)
{
	return before; // RACE 2
}
