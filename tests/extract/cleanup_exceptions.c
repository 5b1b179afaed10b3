// FLAGS: -- -fexceptions
/* With -fexceptions a call in the scope may unwind: there is a second way out, which runs the cleanup and goes on unwinding. */
void release(int **);
void work(void);
int lock;

void guarded(void)
{
	__attribute__((cleanup(release))) int *held = &lock;

	work();
}

/* dump-has ir:guarded
   call ... @work()
   unwind to b..., b...
   call ... @release(%held
   landing
   call ... @release(%held
   resume
*/
