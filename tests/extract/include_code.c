/* Code from another file carries that file in its location. */
int counter;

int bump(void)
{
#include "include_code.inc"
	return counter;
}
