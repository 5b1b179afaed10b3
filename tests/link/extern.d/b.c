int limit = 3;
__thread int depth;
void missing(void);

int helper(int n)
{
	missing();
	return n;
}
