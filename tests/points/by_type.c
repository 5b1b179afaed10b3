// Stored by the name of one record, copied as a block, loaded by the name of another: the class knows, and the types choose.
#include <string.h>
struct source { int (*one)(int); int (*two)(int, int); };
struct sink { int (*a)(int); int (*b)(int, int); };
static int first(int x) { return x; }
static int second(int x, int y) { return x + y; }
static int stranger(int x) { return x; }
int (*unused)(int) = stranger;

int call(const struct sink *k) { return k->a(1) + k->b(1, 2); }

int main(void)
{
	struct source s = { first, second };
	struct sink k;

	memcpy(&k, &s, sizeof k);
	return call(&k);
}

/* dump-has points:call
   call by type { first }
   call by type { second }
*/
