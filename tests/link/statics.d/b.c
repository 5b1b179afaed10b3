static int counter = 2;

static int bump(void)
{
	return --counter;
}

int from_b(void)
{
	return bump();
}
