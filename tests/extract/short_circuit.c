/* && and || are control flow: the second operand is read only if the first allows it. */
int a, b;

int both(void)
{
	return a && b;
}

int choose(int n, int *p, int *q)
{
	return *(n ? p : q);
}

/* dump-has ir:both
   load i32 @a
   branch
   load i32 @b
   phi
*/

/* dump-has ir:choose
   $x = phi ... %p.2 from b..., %q.3 from b...
   load i32 $x
*/
