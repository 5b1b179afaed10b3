/* A module is loaded once: what it sets up it sets up alone. */
// PROVED: harness
extern int printk(const char *, ...);

static int ready;
static int users;

int init_module(void)
{
	ready++; // NORACE
	printk("loaded\n");
	return 0;
}

void cleanup_module(void)
{
	ready--; // NORACE
}

int look(void)
{
	users++; // RACE
	return 0;
}
