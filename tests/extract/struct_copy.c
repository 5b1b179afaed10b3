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
	a = b; // RACE 1
}

void assign_member(struct box *to)
{
	to->at = a; // RACE 1
}

void copy(void *to, const void *from)
{
	memcpy(to, from, 40); // NORACE: nothing says that what callers hand over is shared
}

void move(char *p, size_t n)
{
	memmove(p + 1, p, n); // NORACE: nothing says that what callers hand over is shared
}

void clear(struct box *p)
{
	memset(p, 0, sizeof *p);
}

/* dump-has ir:assign
   memcpy @a, @b, 12
*/

/* dump-has ir:assign_member
   $t = field %to.1 + 8 : struct box.at
   memcpy $t, @a, 12
*/

/* dump-has ir:copy
   memcpy %to.1, %from.2, 40
*/

/* dump-has ir:move
   memcpy overlapping ..., %p.1, %n.2
*/

/* dump-has ir:clear
   memset %p.1, 0, 24
*/
