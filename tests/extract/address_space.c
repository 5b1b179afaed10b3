/* x86's segment address spaces, as the kernel's per-CPU accesses use them. */
struct cpu {
	long id;
	int depth;
};

int depth_here(void)
{
	return ((__seg_gs struct cpu *)0x20)->depth;
}

int value(int __seg_gs *p)
{
	return *p;
}

/* dump-has ir:value
   load i32 %p.1
*/

/* dump-has ir:depth_here
   load i32
*/
