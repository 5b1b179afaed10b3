/* Code that cannot be reached is no code: what stands behind a return is not in the IR. */
int never;

int early(int n)
{
	return n;
	never = 1;
}

/* dump-has ir:early
   ret ... %n.1
*/

/* dump-lacks ir:early
   @never
*/
