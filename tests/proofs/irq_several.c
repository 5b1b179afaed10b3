/* A handler that several devices share runs for two of them at once; whether there are two is another matter. */
// PROVED: none
extern int printk(const char *, ...);
typedef int irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
extern int request_threaded_irq(unsigned, irq_handler_t, irq_handler_t, unsigned long, const char *, void *);

static int count;

static irqreturn_t on_irq(int irq, void *dev)
{
	count++; // RACE
	return 1;
}

int probe(int irq, void *dev)
{
	printk("probed\n");
	return request_threaded_irq(irq, on_irq, 0, 0, "x", dev);
}
