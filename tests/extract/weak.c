/* Weak symbols: a declaration that may stay undefined can be null, a weak definition may be replaced. */
extern void hook(int) __attribute__((weak));
__attribute__((weak)) int limit = 7;

__attribute__((weak)) int fallback(void)
{
	return 1;
}

void call_hook(void)
{
	if (hook)
		hook(limit + fallback());
}

/* dump-has ir
   declare fn weak hook: void (int)
*/

/* dump-has ir
   var weak limit: int
*/

/* dump-has ir
   fn weak fallback: int ()
*/

/* dump-has ir:call_hook
   compare != @hook, null
   branch
   load i32 @limit
   call ... @fallback()
   call ... @hook(
*/
