/* volatile is kept on each access, and says nothing about order. */
volatile int flag;
int plain;

int wait_for(volatile int *p)
{
	while (!flag)
		;
	*p = 2;
	plain = 1;
	return *(volatile int *)&plain;
}
