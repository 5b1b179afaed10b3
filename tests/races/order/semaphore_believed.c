/* Semaphores that are initialised elsewhere. Every function that takes one gives it back, as it does with a lock. */
struct semaphore {
	unsigned int count;
};

struct device {
	struct semaphore sem;
	int opens;
};

void down(struct semaphore *);
int down_interruptible(struct semaphore *);
void up(struct semaphore *);

extern struct semaphore table_sem;
static int tables;

void table_add(void)
{
	down(&table_sem);
	tables++; // NORACE
	up(&table_sem);
}

int table_remove(void)
{
	if (down_interruptible(&table_sem))
		return -4;
	if (!tables) { // NORACE
		up(&table_sem);
		return -2;
	}
	tables--; // NORACE
	up(&table_sem);
	return 0;
}

void device_open(struct device *d)
{
	down(&d->sem);
	d->opens++; // NORACE
	up(&d->sem);
}

void device_close(struct device *d)
{
	down(&d->sem);
	d->opens--; // NORACE
	up(&d->sem);
}
