// STATS: gap_initializer >= 1
/* Label differences, as interpreters use them in position-independent code. The table holds no address: it is an expression of
 * two labels, which is counted and not followed, but the goto still knows both targets. */
int step(int op)
{
	static const int table[] = { &&zero - &&zero, &&one - &&zero };

	goto *(&&zero + table[op & 1]);
zero:
	return 10;
one:
	return 11;
}

/* dump-has ir:step
   goto ... to b1, b2
*/

/* dump-has ir
   var static step.table 'table'
   +4[1] = from step
*/
