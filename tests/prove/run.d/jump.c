/* Jumps: back into a caller, with the number that was given, 1 for 0; what is not local keeps what was written. */
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;
static int rounds;

__attribute__((noinline)) static void leave(int with)
{
	rounds++;
	longjmp(back, with);
}

int main(void)
{
	switch (setjmp(back)) {
	case 0:
		assert(rounds == 0);
		leave(7);
		break;
	case 7:
		assert(rounds == 1);
		leave(0);
		break;
	case 1:
		assert(rounds == 2);
		return 0;
	default:
		break;
	}
	assert(0);
	return 1;
}
