/* A complex number is two floats side by side. */
double _Complex z;

void rotate(void)
{
	z *= 1.0i;
}

float real_part(float _Complex *p)
{
	return __real__ *p;
}
