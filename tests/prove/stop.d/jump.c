// STOPS: a call of longjmp
#include <setjmp.h>

static jmp_buf back;

int main(void)
{
	if (!setjmp(back))
		longjmp(back, 1);
	return 0;
}
