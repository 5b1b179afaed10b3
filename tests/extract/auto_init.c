// FLAGS: -- -ftrivial-auto-var-init=zero
/* Initialisation that the compiler adds is marked: the programmer did not write that access. */
void fill(int *);

int use(void)
{
	int v;

	fill(&v);
	return v;
}

/* dump-has ir:use
   store i32 %v..., 0 automatic
   call ... @fill(%v
*/
