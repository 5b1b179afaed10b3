/* Thread-local variables: their memory is one per thread, so the symbol says so, at file scope, in a function, and elsewhere. */
__thread int depth;
_Thread_local static int hidden = 3;
extern __thread int elsewhere;

int enter(void)
{
	static __thread int calls;

	return ++depth + ++calls + hidden + elsewhere;
}

/* dump-has ir
   var extern depth: int thread_local
*/

/* dump-has ir
   var static hidden: int thread_local
*/

/* dump-has ir
   declare var extern elsewhere: ... thread_local
*/

/* dump-has ir
   var static enter.calls 'calls': int thread_local
*/

/* dump-has ir:enter
   @depth
   load i32
*/

/* dump-lacks ir:enter
   llvm.threadlocal
*/
