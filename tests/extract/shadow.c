/* Two variables of one name in nested scopes are two objects. */
void fill(int *);

int shadow(int n)
{
	int v;

	fill(&v);
	if (n) {
		int v;

		fill(&v);
		n += v;
	}
	return n + v;
}

/* dump-has ir:shadow
   %v... = alloca int
   %v... = alloca int
*/
