/* Addresses of labels in a static table: each is a block of the function, and the table is constant data with relocations. */
int step(int op)
{
	static const void *const table[] = { &&zero, &&one };

	goto *table[op & 1];
zero:
	return 10;
one:
	return 11;
}
