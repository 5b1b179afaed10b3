int setting = 2;

/* the strong one */
int handler(void)
{
	return 2;
}
