/* Sections: the kernel's initcalls and per-CPU variables are recognised by them. */
__attribute__((section(".data..percpu"))) int per_cpu_count;

__attribute__((section(".init.text"))) int setup(void)
{
	return per_cpu_count;
}

__attribute__((section(".initcall6.init"), used)) static int (*const setup_call)(void) = setup;
