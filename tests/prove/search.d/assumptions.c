/* An assumption that does not hold ends the whole execution; abort() does so, too, and is no failure. What comes before it has
 * happened. */
// search: --replay 1 assert @behind : not within
// search: --replay 1 assert @other : found: confirmed
// search: --replay 1 assert @value : not within
// search: --replay 1 assert @held : found: confirmed
// search: --replay 1 assert @aborted : not within
// search: --replay 1 assert @after : not within
// search: --replay 1 assert @called : found: confirmed
// search: --replay 1 deadlock @assumed : not within
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int), __assert_fail(void), reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int step;

static void *stops(void *argument)
{
	step = 1;
	__VERIFIER_assume(0); // @assumed
	__assert_fail(); // @behind
	return argument;
}

static void *sees(void *argument)
{
	if (step == 1)
		__assert_fail(); // @other
	return argument;
}

static void assume_abort_if_not(int condition)
{
	if (!condition)
		abort();
}

int main(void)
{
	int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
	pthread_t t, u;

	__VERIFIER_assume(n > 3 && n < 6 || n == 9);
	if (n == 6)
		__assert_fail(); // @value
	if (n == 9)
		__assert_fail(); // @held
	assume_abort_if_not(k == n + 1);
	if (k == n)
		__assert_fail(); // @aborted
	if (k == 6)
		reach_error(); // @called
	pthread_create(&t, NULL, stops, NULL);
	pthread_create(&u, NULL, sees, NULL);
	pthread_join(t, NULL);
	__assert_fail(); // @after
	return 0;
}
