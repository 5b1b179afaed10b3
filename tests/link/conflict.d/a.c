/* Two strong definitions that differ: told with both places, counted, and the run goes on with the first. */
// MESSAGE: 'value'
// STATS: conflicts == 1
int value(void)
{
	return 1;
}

/* dump-has link
   value: extern function in ... a.c at ... a.c:4
   conflict: value is taken from ... a.c ... a.c:4, not from ... b.c ... b.c:2
*/
