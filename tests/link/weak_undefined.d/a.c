/* A weak reference that nobody defines is null and stays so; one that a unit defines is found. */
extern void absent(void) __attribute__((weak));
extern void present(void) __attribute__((weak));

void use(void)
{
	if (absent)
		absent();
	if (present)
		present();
}

/* dump-has link
   absent: weak function undefined
   present: extern function in ... b.c
*/
