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
