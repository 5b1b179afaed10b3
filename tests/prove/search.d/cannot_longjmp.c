/* A jump out of functions is not followed. */
// search: assert : cannot: a jump out of functions (longjmp)
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void leave(void)
{
	longjmp(back, 1);
}

int main(void)
{
	if (!setjmp(back))
		leave();
	else
		assert(0);
	return 0;
}
