/* A library without locks in its objects, which are counted: who frees one is its last owner. The other function may well run
 * twice at once. */
#include <stdatomic.h>
#include <stdlib.h>

struct item {
	int state, uses;
	atomic_int held;
};

void item_hold(struct item *i)
{
	atomic_fetch_add(&i->held, 1);
}

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
