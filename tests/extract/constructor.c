/* Constructors and destructors are found in the tables that the startup code walks. */
int started;

__attribute__((constructor(150))) static void begin(void)
{
	started = 1; // NORACE
}

__attribute__((destructor)) static void finish(void)
{
	started = 0;
}

/* dump-has ir
   llvm.global_ctors
   +8 ... = &begin
*/

/* dump-has ir
   llvm.global_dtors
   +8 ... = &finish
*/
