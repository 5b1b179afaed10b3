/* asm goto ends its block: it falls through, or leaves for one of the labels it names. */
int is_enabled(void)
{
	__asm__ goto("jmp %l[yes]" : : : : yes);
	return 0;
yes:
	return 1;
}

/* dump-has ir:is_enabled
   asm_goto ... to b..., b...
   ret ... 0
   ret ... 1
*/
