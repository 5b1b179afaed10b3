/* Stored by the name of one record and loaded from the same bytes by that of another: the offset tells. The member behind it, which nobody stores to, is empty. */
#include "snag_ask.h"

struct written { long kind; int (*fn)(int); int (*none)(int); };
struct read { long kind; int (*call)(int); int (*none)(int); };
static int target(int n) { return n; }

static int run(void *p, int n)
{
	struct read *r = p;

	snag_calls(r->none); // ANSWER: by none
	if (r->none)
		n += r->none(n);
	snag_calls(r->call); // ANSWER: target
	return r->call(n);
}

int main(int argc, char **argv)
{
	struct written w = { 1, 0, 0 };

	w.fn = target;
	return run(&w, argc) > 1000 || !argv[0];
}

/* dump-has points:run
   call by nothing {}
   call by type { target }
*/
