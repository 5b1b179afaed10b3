/* A loop with two entrances. */
int two_doors(int n)
{
	int sum = 0;

	if (n & 1)
		goto inside;
top:
	sum += n;
inside:
	sum++;
	if (--n > 0)
		goto top;
	return sum;
}

/* dump-has ir:two_doors
   branch ... to b..., b...
   phi
   binary add i32 ..., 1
   branch ... to b..., b...
   ret
*/
