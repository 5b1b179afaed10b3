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
