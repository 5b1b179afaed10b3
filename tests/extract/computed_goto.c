/* goto *p may reach every label whose address is taken, and no other. */
int run(const unsigned char *code)
{
	void *const next[] = { &&stop, &&up, &&down };
	int n = 0;

	goto *next[*code];
up:
	n++;
	goto *next[*++code];
down:
	n--;
	goto *next[*++code];
stop:
	return n;
}
