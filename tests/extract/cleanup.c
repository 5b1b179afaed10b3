/* __attribute__((cleanup)): the call stands on every way out of the scope. */
void release(int **);
int work(void);
int lock;

int guarded(int n)
{
	__attribute__((cleanup(release))) int *held = &lock;

	if (n)
		return work();
	work();
	return 0;
}

/* dump-has ir:guarded
   %held... = alloca int *
   store ptr %held..., @lock
   call ... @work()
   call ... @work()
   call ... @release(%held
*/
