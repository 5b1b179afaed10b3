/* Case ranges: a small one becomes its cases; all paths out of the switch exist. */
int classify(int c)
{
	switch (c) {
	case '0' ... '3':
		return 1;
	case 'x':
	case 'X':
		return 2;
	case -5:
		return 3;
	default:
		return 0;
	}
}

int wide(int c)
{
	switch (c) {
	case 0 ... 100000:
		return 1;
	}
	return 0;
}

/* dump-has ir:classify
   switch ... %c.1, 48, 49, 50, 51, 120, 88, -5 to
*/

/* dump-has ir:wide
   compare <=u ..., 100000
   branch
*/
