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

/* dump-has ir:get
   $r = index @grid [...] * 64
   $c = index $r [...] * 8
   field $c + 4 : struct cell.value
*/

/* dump-has ir:fixed
   load i32 @grid + 156[2][3].value
*/
