/* A function that calls itself, and two that call each other. */
static int odd(int);

static int even(int n)
{
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n)
{
	return n == 0 ? 0 : even(n - 1);
}

int factorial(int n)
{
	return n < 2 ? 1 : n * factorial(n - 1) + even(n);
}

/* dump-has ir:factorial
   call ... @factorial(
   call ... @even(%n.1)
*/

/* dump-has ir:even
   fn static even(%n.1: int)
   call ... @odd(
*/
