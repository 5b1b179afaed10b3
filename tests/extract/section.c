/* Sections: the kernel's initcalls and per-CPU variables are recognised by them. */
__attribute__((section(".data..percpu"))) int per_cpu_count;

__attribute__((section(".init.text"))) int setup(void)
{
	return per_cpu_count;
}

__attribute__((section(".initcall6.init"), used)) static int (*const setup_call)(void) = setup;

/* dump-has ir
   var extern per_cpu_count: int section ".data..percpu"
*/

/* dump-has ir
   fn extern setup: int () section ".init.text"
*/

/* dump-has ir
   var static setup_call: ... section ".initcall6.init"
   +0 = &setup
*/
