// Variadic arguments of a function are one; those of another are others.
#include <stdarg.h>
int a, b, c;

int *last(int n, ...)
{
	va_list ap;
	int *p = 0;

	va_start(ap, n);
	while (n--)
		p = va_arg(ap, int *);
	va_end(ap);
	return p;
}

int *only(int n, ...)
{
	va_list ap;
	int *p;

	va_start(ap, n);
	p = va_arg(ap, int *);
	va_end(ap);
	return p;
}

int main(void)
{
	int *x = last(2, &a, &b), *y = only(1, &c);
	return *x + *y;
}

/* dump-has points:main
   -> ... { a, b }
   -> ... { c }
*/
/* dump-lacks points:main
   { a, b, c }
*/
