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

/* dump-has ir:swap_in
   asm i64 "xchgq $0, $1" "=r,=*m,0,*m,~{memory} ... %p.1, %v.2, %p.1 effect memory
*/

/* dump-has ir:bump
   asm void "incq $0" "=*m,*m, ... @counter, @counter
*/

/* dump-lacks ir:bump
   memory
   effect
*/

/* dump-has ir:barrier
   asm void "" "~{memory} ... effect memory
*/

/* dump-has ir:bits
   asm i32 "popcntl $1, $0" "=r,r, ... %x.1
*/

/* dump-lacks ir:bits
   memory
   effect
*/
