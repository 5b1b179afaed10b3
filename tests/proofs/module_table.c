/* Nobody outside knows the function before the module has handed out the table that it stands in. */
// PROVED: none
struct operations {
	int (*get)(void);
};
extern int printk(const char *, ...);
extern int framework_register(const struct operations *);

static int limit;

static int get(void)
{
	return limit; // NORACE
}

static const struct operations table = { get };

static int set_up(void)
{
	limit = 5; // NORACE reported: the phases know no order of what functions outside are told
	printk("set up\n");
	return framework_register(&table);
}

int init_module(void)
{
	return set_up();
}
