/* One name, a function here and a variable there. */
// MESSAGE: 'thing'
// STATS: conflicts == 1
int thing(void)
{
	return 1;
}
