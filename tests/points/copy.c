// A block copied takes its pointers along; the two blocks stay two.
#include <string.h>
struct pair { int *x, *y; };
int a, b, c;
static struct pair from, to, alone;

int *get_to(void) { return to.y; }
int *get_alone(void) { return alone.y; }

int main(void)
{
	from.x = &a;
	from.y = &b;
	alone.y = &c;
	memcpy(&to, &from, sizeof to);
	return *get_to() + *get_alone();
}

/* dump-has points
   class ... { to }
   class ... { from }
*/
/* dump-has points:get_to
   return -> ... { b }
*/
/* dump-has points:get_alone
   return -> ... { c }
*/
