/* A loop whose end is not known meets its bound; what is reached earlier is found. */
// search: --seconds 60 assert @late : not within: 16 iterations of a loop
// search: assert @early : found
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
	int n = 0;

	while (__VERIFIER_nondet_int() != 0)
		n++;
	assert(n != 9); // @early
	assert(n < 100); // @late
	return 0;
}
