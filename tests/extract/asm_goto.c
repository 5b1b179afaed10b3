/* asm goto ends its block: it falls through, or leaves for one of the labels it names. */
int is_enabled(void)
{
	__asm__ goto("jmp %l[yes]" : : : : yes);
	return 0;
yes:
	return 1;
}

/* dump-has ir:is_enabled
   asm_goto ... to b1, b2
   phi i32 0 from b1, 1 from b2
*/
