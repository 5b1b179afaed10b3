/* Recursion without end meets the bound on the stack. */
// no-emit: clang warns of recursion without end, rightly
// search: assert : not within: 256 calls on a stack
#include <assert.h>

static int down(int n)
{
	return down(n + 1) + 1;
}

int main(void)
{
	assert(down(0) == 0);
	return 0;
}
