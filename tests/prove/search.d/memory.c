/* Where C says nothing, paths end: none of these assertions is ever reached with a failing condition. */
// no-emit: the compilers warn of what it does, rightly
// search: assert @bounds : not within
// search: assert @freed : not within
// search: assert @null : not within
// search: assert @returned : not within
// search: assert @alive : found
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int *leak(void)
{
	int local = 1;
	int *volatile escaped = &local;

	return escaped;
}

int main(void)
{
	int which = __VERIFIER_nondet_int();
	int *p = malloc(3 * sizeof *p);

	p[2] = 5;
	if (which == 1) {
		p[3] = 1;
		assert(0); // @bounds
	}
	if (which == 2) {
		free(p);
		p[0] = 1;
		assert(0); // @freed
	}
	if (which == 3) {
		*(volatile int *)NULL = 1;
		assert(0); // @null
	}
	if (which == 4) {
		*leak() = 1;
		assert(0); // @returned
	}
	assert(which != 5 || p[2] != 5); // @alive
	return 0;
}
