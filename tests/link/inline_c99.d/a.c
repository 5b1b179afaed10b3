/* A C99 inline function: bodies for inlining in every unit, the real one where `extern inline` stands. */
#include "shared.h"

extern inline int half(int n);

int from_a(int n)
{
	return half(n);
}

/* dump-has link
   half: extern function in ... a.c
*/
// STATS: conflicts == 0
