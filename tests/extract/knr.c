// FLAGS: -- -std=gnu89 -w
/* Functions in the old style: parameters have names and promoted types, callers see no prototype. */
int helper();

old(c, f, p)
char c;
float f;
int *p;
{
	*p = c;
	return helper(c, f);
}

/* dump-has ir:old
   fn extern old(%c.1: char, %f.2: float, %p.3: int *)
   store i32 %p.3
   call ... @helper(
*/
