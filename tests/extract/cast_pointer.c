// STATS: gap_inttoptr >= 1
/* Pointers made from integers and integers made from pointers; the tag bit of a pointer is arithmetic. */
#include <stdint.h>

struct lock {
	int word;
};

int tagged(struct lock *l)
{
	uintptr_t bits = (uintptr_t)l;

	return ((struct lock *)(bits & ~(uintptr_t)1))->word;
}

int at_address(void)
{
	return *(volatile int *)0xfee00000;
}

/* dump-has ir:tagged
   $b = cast ptrtoint i64 %l.1
   $c = binary and i64 $b, -2
   cast inttoptr ptr $c
   load i32
*/

/* dump-has ir:at_address
   load i32 ... volatile
*/
