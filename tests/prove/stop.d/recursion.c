// STOPS: more than 4096 calls on a stack
static int down(int n)
{
	volatile int here = n;

	return down(here + 1) + here;
}

int main(void)
{
	return down(0);
}
