/* Assembly outside functions is kept with the unit; a variable may be bound to a register or to another assembler name. */
__asm__(".globl marker\nmarker = 42");

int renamed __asm__("other_name") = 1;

unsigned long stack_pointer(void)
{
	register unsigned long sp __asm__("rsp");

	__asm__("" : "=r"(sp));
	return sp + (unsigned long)renamed;
}

/* dump-has ir
   var extern other_name 'renamed': int
*/

/* dump-has ir:stack_pointer
   asm i64 "" "={rsp}
   load i32 @other_name
*/
