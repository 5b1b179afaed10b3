/* A loop that only spins, a load whose value is not used, an empty critical section: all of it stays. */
int flag;
void lock(void), unlock(void);

void spin(void)
{
	while (flag)
		;
	lock();
	unlock();
	(void)*(volatile int *)&flag;
}

/* dump-has ir:spin
   load i32 @flag  ;
   branch
   call ... @lock()
   call ... @unlock()
   load i32 @flag relaxed volatile
*/
