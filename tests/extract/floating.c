/* Floating point: arithmetic, comparison that is false on NaN, conversions. */
double scale(float f, int n)
{
	return -(f / 2.0) + n;
}

int less(double a, double b)
{
	return a < b;
}

unsigned cut(double d)
{
	return (unsigned)d;
}
