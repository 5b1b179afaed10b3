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
