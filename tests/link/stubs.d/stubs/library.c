int library_call(int n)
{
	return n + 1;
}

int replaced(void)
{
	return 2;
}
