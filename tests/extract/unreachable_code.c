/* Code that cannot be reached is no code: what stands behind a return is not in the IR. */
int never;

int early(int n)
{
	return n;
	never = 1;
}
