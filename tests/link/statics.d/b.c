static int counter = 2;

static int bump(void)
{
	return --counter; // RACE
}

int from_b(void)
{
	return bump();
}
