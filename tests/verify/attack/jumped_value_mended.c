/* As jumped_value.c, but the number was tested before: behind the jump it is the same. */
// VERIFY: race-free ; today: unknown
#include <pthread.h>
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int x;

static void *one(void *arg)
{
	x++;
	return arg;
}

int main(void)
{
	pthread_t t;
	const int n = __VERIFIER_nondet_int();

	if (n == 77)
		return 1;
	pthread_create(&t, NULL, one, NULL);
	if (setjmp(env) == 0)
		longjmp(env, 1);
	if (n == 77)
		x++;
	pthread_join(t, NULL);
	return 0;
}
