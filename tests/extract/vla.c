/* A variable-length array is an alloca with a count; its rows have a stride that is computed, so the index is a product. */
int vla(int n)
{
	int a[n];

	a[0] = 1;
	a[n - 1] = 2;
	return a[0];
}

int matrix(int n, int m, int grid[n][m])
{
	return grid[2][3];
}
