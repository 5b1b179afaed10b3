/* volatile is kept on each access, and says nothing about order. Of what is not declared so, it marks the access: READ_ONCE. */
volatile int flag;
int plain;

int wait_for(volatile int *p)
{
	while (!flag)
		;
	*p = 2;
	plain = 1; // RACE 1
	return *(volatile int *)&plain; // RACE 1
}

/* dump-has ir:wait_for
   load i32 @flag volatile
   store i32 %p.1, 2 volatile
   store i32 @plain, 1  ;
   load i32 @plain relaxed volatile
*/
