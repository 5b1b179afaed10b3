/* A table that others can name may be used while the module is still being loaded. */
// PROVED: harness
struct operations {
	int (*get)(void);
};
extern int printk(const char *, ...);
extern int framework_register(const struct operations *);

static int limit;

static int get(void)
{
	return limit; // RACE 1
}

const struct operations table = { get };

static int set_up(void)
{
	limit = 5; // RACE 1
	printk("set up\n");
	return framework_register(&table);
}

int init_module(void)
{
	return set_up();
}
