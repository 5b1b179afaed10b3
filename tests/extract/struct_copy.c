/* Struct assignment, memcpy, memmove and memset are memory operations with their size: every member is read and written. */
#include <string.h>

struct point {
	int x, y, z;
};
struct point a, b;
struct box {
	long id;
	struct point at;
} box;

void assign(void)
{
	a = b;
}

void assign_member(struct box *to)
{
	to->at = a;
}

void copy(void *to, const void *from)
{
	memcpy(to, from, 40);
}

void move(char *p, size_t n)
{
	memmove(p + 1, p, n);
}

void clear(struct box *p)
{
	memset(p, 0, sizeof *p);
}
