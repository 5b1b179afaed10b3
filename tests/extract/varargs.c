/* Variadic functions: start, copy, end, and the arguments read through the list (clang spells va_arg out for this ABI). */
#include <stdarg.h>

int sum(int n, ...)
{
	va_list ap, again;
	int total = 0;

	va_start(ap, n);
	va_copy(again, ap);
	while (n-- > 0)
		total += va_arg(ap, int);
	va_end(again);
	va_end(ap);
	return total;
}

int call_it(void)
{
	return sum(2, 10, 20);
}

/* dump-has ir:sum
   fn extern sum(%n.1: int)
   varargs start ... %ap
   varargs copy ... %again..., %ap
   varargs end ... %again
   varargs end ... %ap
*/

/* dump-has ir:call_it
   call ... @sum(2, 10, 20)
*/

/* dump-has ir
   fn extern sum: int (int, ...)
*/
