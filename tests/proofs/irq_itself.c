/* A handler of one interrupt does not interrupt itself. */
// PROVED: none
extern int printk(const char *, ...);
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
extern int request_irq(unsigned, irq_handler_t, unsigned long, const char *, void *);

static int count;

static irqreturn_t on_irq(int irq, void *dev)
{
	count++; // NORACE
	return 1;
}

int init_module(void)
{
	printk("loaded\n");
	return request_irq(7, on_irq, 0, "x", 0);
}
