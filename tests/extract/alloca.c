/* alloca() of a number of bytes that is not known. */
#include <string.h>

void use(char *);

void copy(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = __builtin_alloca(n);

	memcpy(p, s, n);
	use(p);
}

/* dump-lacks ir:copy
   alloca char *
*/

/* dump-has ir:copy
   call ... @strlen(%s.1)
   $n = binary add i64 ..., 1
   $p = alloca ... $n
   memcpy $p, %s.1, $n
   call ... @use($p)
*/
