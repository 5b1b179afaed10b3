/* setjmp comes back twice, longjmp never: without that, the store behind longjmp would seem to run. */
#include <setjmp.h>

static jmp_buf env;
int state;

int try_it(void (*f)(void))
{
	if (setjmp(env))
		return -1;
	f();
	return 0;
}

void give_up(void)
{
	longjmp(env, 1);
	state = 1;
}

/* dump-has ir:try_it
   fn extern try_it(%f.1:
   call ... @_setjmp(@env) ... returns_twice
   call ... %f.1()
*/

/* dump-has ir:give_up
   call ... @longjmp(@env, 1) ... noreturn
   unreachable
*/

/* dump-lacks ir:give_up
   store
*/
