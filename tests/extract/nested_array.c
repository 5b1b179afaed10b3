/* Arrays of arrays of structs: one index per dimension, with its own stride. */
struct cell {
	char tag;
	int value;
};
struct cell grid[4][8];

int get(int row, int column)
{
	return grid[row][column].value;
}

int fixed(void)
{
	return grid[2][3].value;
}
