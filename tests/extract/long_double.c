/* The 80-bit floating type occupies 16 bytes. */
long double sum;

void add(double d)
{
	sum += d;
}

struct padded {
	char c;
	long double v;
};

long double get(struct padded *p)
{
	return p->v;
}
