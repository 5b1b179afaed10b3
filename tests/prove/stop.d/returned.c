// STOPS: a read to memory of a function or thread that has ended
static int *kept;

static void keep(int n)
{
	int here[2] = { n, n };

	kept = here;
}

int main(void)
{
	keep(4);
	return kept[1];
}
