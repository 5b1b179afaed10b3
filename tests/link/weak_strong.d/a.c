/* The strong definition wins over the weak one, wherever it stands, and that is no conflict. */
__attribute__((weak)) int handler(void)
{
	return 1;
}

__attribute__((weak)) int setting = 1;

int use(void)
{
	return handler() + setting;
}

/* dump-has link
   handler: extern function in ... b.c at ... b.c:4
   setting: extern variable 4 bytes in ... b.c
*/
/* dump-has ir:handler
   ret ... 2
*/
/* dump-lacks ir:handler
   ret ... 1
*/
// STATS: conflicts == 0
