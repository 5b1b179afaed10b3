static int state;

static int own(void)
{
	return OWN;
}

static inline int by_macro(void)
{
	return STEP;
}

static inline int by_variable(void)
{
	return ++state;
}

static inline int by_function(void)
{
	return own();
}
