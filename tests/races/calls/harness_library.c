/* A library without main: what can be shown is shown from its functions, with arguments that are made up. The race is there only if both
 * threads are handed the same box, which nothing forbids. */
#include <stddef.h>

struct box {
	struct box *next;
	int count, limit;
};

void box_put(struct box *b)
{
	if (b && b->next && b->next->limit > 3)
		b->next->count = 7; // RACE
}
