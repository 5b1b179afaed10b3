/* Nothing is inlined: the callee's code is in the callee, with its own place, and the call is there. */
static inline __attribute__((always_inline)) void step(int *p)
{
	++*p; // NORACE: nothing says that what callers hand over is shared
}

void twice(int *p)
{
	step(p);
	step(p);
}

/* dump-has ir:twice
   call ... @step(%p.1)  ; 9:2
   call ... @step(%p.1)  ; 10:2
*/

/* dump-has ir:step
   fn static step(%p.1: int *)
   load i32 %p.1  ; 4:2
   store i32 %p.1, ... ; 4:2
*/
