/* Functions that do not come back end their block. */
_Noreturn void fatal(const char *);

int checked(int *p)
{
	if (!p)
		fatal("null");
	return *p;
}

int impossible(int n)
{
	if (n > 3)
		__builtin_unreachable();
	return n;
}

void stop(void)
{
	__builtin_trap();
}

/* dump-has ir:checked
   call ... @fatal(...) ... noreturn
   unreachable
   load i32 %p.1
*/

/* dump-has ir:impossible
   unreachable
   ret
*/

/* dump-has ir:stop
   call ... @llvm.trap() noreturn
*/
