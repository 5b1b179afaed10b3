/* --stubs: a C file that stands in for code that is not there; what it defines wins over what the program has. */
// FLAGS: --stubs stubs/library.c
int library_call(int);
int replaced(void);

int use(void)
{
	return library_call(1) + replaced();
}

int replaced(void)
{
	return 1;
}

/* dump-has link
   library_call: extern function in ... stubs/library.c
   replaced: extern function in ... stubs/library.c
*/
/* dump-has ir:replaced
   ret ... 2
*/
// STATS: conflicts == 0
