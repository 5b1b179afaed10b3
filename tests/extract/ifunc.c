/* An ifunc is bound to what its resolver returns: the resolver is its target. */
static int slow(int x)
{
	return x;
}

static int (*choose(void))(int)
{
	return slow;
}

int best(int) __attribute__((ifunc("choose")));

int use(void)
{
	return best(3);
}

/* dump-has ir
   ifunc extern best: ... = choose
*/

/* dump-has ir:use
   call ... @best(3)
*/
