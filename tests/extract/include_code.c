/* Code from another file carries that file in its location. */
int counter;

int bump(void)
{
#include "include_code.inc"
	return counter;
}

int main(void)
{
	return bump();
}

/* dump-has ir:bump
   load i32 @counter  ; include_code.inc:2:
   store i32 @counter, ... ; include_code.inc:2:
   load i32 @counter  ; 7:9
*/
