/* What a module offers may be called while it is still being loaded. */
// PROVED: harness
extern int printk(const char *, ...);

static int ready;

int init_module(void)
{
	ready = 1; // RACE 1
	printk("loaded\n");
	return 0;
}

int is_ready(void)
{
	return ready; // RACE 1
}
