/* Static variables of functions: the linker's name has the function in it, the source's name has not. */
int next_id(void)
{
	static int id = 100;

	return ++id;
}

int next_key(void)
{
	static int id;

	return --id;
}
