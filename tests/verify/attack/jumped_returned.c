/* The function of the setjmp has returned: what the jump does is undefined. */
// VERIFY: unknown: a jump to where no setjmp is known that has not returned
#include <pthread.h>
#include <setjmp.h>

static int n;
static jmp_buf back;

static int mark(void)
{
	return setjmp(back);
}

static void *other(void *unused)
{
	n++;
	return unused;
}

int main(void)
{
	pthread_t t;

	if (!mark()) {
		pthread_create(&t, NULL, other, NULL);
		longjmp(back, 1);
	}
	n++;
	return 0;
}
