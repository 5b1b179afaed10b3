/* An alias of a static function, used from another unit: it leads to the function of its own unit. */
static int impl(void)
{
	return 1;
}

int api(void) __attribute__((alias("impl")));

/* dump-has link
   api: extern alias in ... a.c ... -> impl ... of ... a.c
*/
/* dump-has ir:use
   call ... @api()
*/
