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

/* dump-has ir:vla
   fn extern vla(%n.1: int)
   $n = cast zext i64 %n.1
   %a... = alloca ... $n
*/

/* dump-lacks ir:vla
   llvm.stack
*/

/* dump-has ir:matrix
   fn extern matrix(%n.1: int, %m.2: int, %grid.3:
   $row = binary mul i64 2, ...
   index %grid.3 [$row] * 4
   load i32
*/
