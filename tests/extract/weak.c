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
