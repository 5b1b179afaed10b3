/* A library without locks in its objects: who frees one is its last owner. The other function may well run twice at once. */
#include <stdlib.h>

struct item {
	int state, uses;
};

void item_free(struct item *i)
{
	i->state = 0; // NORACE
	free(i);
}

void item_use(struct item *i)
{
	if (i->state) // NORACE
		i->uses++; // RACE
}
