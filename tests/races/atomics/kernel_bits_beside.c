/* set_bit beside a lock of the kernel, and no other of its names: it is atomic, what is done by hand is not. */
typedef struct { int slock; } spinlock_t;
extern void spin_lock(spinlock_t *);
extern void spin_unlock(spinlock_t *);
extern void set_bit(long, volatile unsigned long *);
extern int test_bit(long, const volatile unsigned long *);

static spinlock_t lock;
static unsigned long flags, marks;
static int n;

int put(void)
{
	set_bit(3, &flags); // NORACE
	set_bit(4, &marks);
	spin_lock(&lock);
	n++; // NORACE
	spin_unlock(&lock);
	return 0;
}

int get(void)
{
	return test_bit(3, &flags); // NORACE
}

int mark(void)
{
	marks |= 4; // RACE
	return 0;
}
