/* One value that is not known, asked twice: one of the two ways is gone. */
// PROVED: none
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int x, mode;

static void *one(void *unused)
{
	if (mode)
		x++; // NORACE reported: that mode has one value is not followed
	return unused;
}

static void *two(void *unused)
{
	if (!mode)
		x++; // the same one
	return unused;
}

int main(void)
{
	pthread_t a, b;

	mode = __VERIFIER_nondet_int();
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
