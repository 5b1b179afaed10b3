// STOPS: inline assembly in main
int main(void)
{
	int n = 1;

	__asm__ volatile("addl $2, %0" : "+r"(n));
	return n;
}
