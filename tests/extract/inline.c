/* Inline functions: a static one belongs to the unit; a C99 one has a body here but lives elsewhere; an extern inline one
 * is the definition. */
static inline int local_twice(int x)
{
	return 2 * x;
}

inline int far_twice(int x)
{
	return 2 * x;
}

extern inline int here_twice(int x)
{
	return 2 * x;
}

int use(int x)
{
	return local_twice(x) + far_twice(x) + here_twice(x);
}

/* dump-has ir
   fn static local_twice
*/

/* dump-has ir
   fn inline far_twice
*/

/* dump-has ir
   fn extern here_twice
*/

/* dump-has ir:use
   call ... @local_twice(%x.1)
   call ... @far_twice(%x.1)
   call ... @here_twice(%x.1)
*/
