// STOPS: a jump to where no setjmp is known that has not returned
#include <setjmp.h>

static jmp_buf back;

__attribute__((noinline)) static int mark(void)
{
	return setjmp(back);
}

int main(void)
{
	if (!mark())
		longjmp(back, 1); /* mark has returned: C17 7.13.2.1p2 */
	return 0;
}
