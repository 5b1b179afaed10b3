/* line 1 */
int value(void)
{
	return 2;
}
