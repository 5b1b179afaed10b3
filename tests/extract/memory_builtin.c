/* Builtins that stand for library functions stay what they are: a copy, a fill, or a call that models know by name. */
#include <string.h>

unsigned long measure(const char *s)
{
	return __builtin_strlen(s);
}

void pad(char *p)
{
	__builtin_memset(p, ' ', 12);
}

int expect(int *p)
{
	if (__builtin_expect(*p == 0, 1))
		return 1;
	__builtin_prefetch(p);
	return *p;
}

/* dump-has ir:measure
   call ... @strlen(%s.1)
*/

/* dump-has ir:pad
   memset %p.1, 32, 12
*/

/* dump-has ir:expect
   load i32 %p.1
   branch
   load i32 %p.1
*/

/* dump-lacks ir:expect
   llvm.expect
   llvm.prefetch
*/
