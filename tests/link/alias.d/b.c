int api(void);

static int impl(void)
{
	return 2;
}

int use(void)
{
	return api() + impl();
}
