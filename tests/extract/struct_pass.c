/* Structs by value: a small one travels in registers, a large one as the address of a copy; results likewise. */
struct small {
	int a, b;
};
struct large {
	long a[8];
};

struct small make_small(int a, int b)
{
	return (struct small){ a, b };
}

int take_small(struct small s)
{
	return s.b;
}

struct large make_large(long v)
{
	struct large l = { { v } };

	return l;
}

long take_large(struct large l)
{
	return l.a[3];
}

long both(void)
{
	return take_large(make_large(7)) + take_small(make_small(1, 2));
}

/* dump-has ir:make_small
   fn extern make_small(%a.1: int, %b.2: int)
   ret
*/

/* dump-has ir:take_small
   fn extern take_small(%s
   %s... = alloca struct small
   $b = field ... + 4 : struct small.b
   load i32 $b
*/

/* dump-has ir:make_large
   fn extern make_large(%... result, %v.2: long)
*/

/* dump-has ir:take_large
   fn extern take_large(%l.1: struct large ... by value)
*/

/* dump-has ir:both
   call ... @make_large(...7)
   call ... @take_large(
*/
