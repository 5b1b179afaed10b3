/* Addresses of labels in a static table: each is a block of the function, and the table is constant data with relocations. */
int step(int op)
{
	static const void *const table[] = { &&zero, &&one };

	goto *table[op & 1];
zero:
	return 10;
one:
	return 11;
}

/* dump-has ir
   var static step.table 'table': ... constant
   +0[0] = label step b...
   +8[1] = label step b...
*/

/* dump-has ir:step
   index @step.table [...] * 8
   phi i32 10 from b1, 11 from b2
   goto ... to b1, b2
*/
