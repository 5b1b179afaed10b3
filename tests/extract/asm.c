/* Inline assembly: its operands are operands, a memory operand is an address, and a memory clobber may touch anything. */
unsigned long counter;

unsigned long swap_in(unsigned long *p, unsigned long v)
{
	__asm__ volatile("xchgq %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

void bump(void)
{
	__asm__("incq %0" : "+m"(counter));
}

void barrier(void)
{
	__asm__ volatile("" ::: "memory");
}

int bits(int x)
{
	int n;

	__asm__("popcntl %1, %0" : "=r"(n) : "r"(x));
	return n;
}
