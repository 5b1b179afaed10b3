/* A library without main: what can be shown is shown from its two functions, with arguments that are made up. The race is there only if both
 * are handed the same box, which nothing forbids. */
#include <stddef.h>

struct box {
	struct box *next;
	int count, limit;
};

void box_put(struct box *b)
{
	if (b && b->next && b->next->limit > 3)
		b->next->count = 7; // RACE 1
}

int box_get(const struct box *b)
{
	return b && b->next ? b->next->count : 0; // RACE 1
}
