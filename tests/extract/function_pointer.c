/* Pointers to functions: called through a parameter, a field, a pointer to a pointer; compared and returned. */
typedef int (*unary)(int);
struct ops {
	int flags;
	unary apply;
};

static int twice(int x)
{
	return 2 * x;
}

int through(unary f, struct ops *o, unary *table)
{
	return f(1) + o->apply(2) + (**table)(3);
}

unary choose(int n)
{
	return n ? twice : 0;
}

int through_cast(void *p)
{
	return ((unary)p)(4);
}

/* dump-has ir:through
   call ... %f.1(1)
   $a = field %o.2 + 8 : struct ops.apply
   $g = load ptr $a
   call ... $g(2)
   $t = load ptr %table.3
   call ... $t(3)
*/

/* dump-has ir:choose
   select ... @twice, null
*/

/* dump-has ir:through_cast
   call ... %p.1(4)
*/
