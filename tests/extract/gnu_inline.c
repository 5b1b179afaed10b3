/* GNU's rule is the other way round: "extern inline" is the body for inlining only. */
extern inline __attribute__((gnu_inline)) int far_twice(int x)
{
	return 2 * x;
}

inline __attribute__((gnu_inline)) int here_twice(int x)
{
	return 2 * x;
}

int use(int x)
{
	return far_twice(x) + here_twice(x);
}

/* dump-has ir
   fn inline far_twice
*/

/* dump-has ir
   fn extern here_twice
*/
