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
