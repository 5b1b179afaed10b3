/* always_inline is a wish for the optimiser: the call stays, so that the function's own lock effects can be seen. */
static inline __attribute__((always_inline)) int get(int *p)
{
	return *p;
}

int use(int *p)
{
	return get(p);
}

/* dump-has ir:use
   call ... @get(%p.1)
*/
