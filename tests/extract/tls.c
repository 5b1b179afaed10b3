/* Thread-local variables: their memory is one per thread, so the symbol says so, at file scope, in a function, and elsewhere. */
__thread int depth;
_Thread_local static int hidden = 3;
extern __thread int elsewhere;

int enter(void)
{
	static __thread int calls;

	return ++depth + ++calls + hidden + elsewhere;
}
