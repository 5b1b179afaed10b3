/* Semaphores of a kernel, initialised where they are defined: one is a lock, five are not, and what nobody is seen to initialise
 * is one by how it is used. */
struct raw {
	int value;
};

struct semaphore {
	struct raw lock;
	unsigned int count;
	void *waiters;
};

#define DEFINE_SEMAPHORE(name, n) struct semaphore name = { .lock = { 0 }, .count = (n), .waiters = &name }

void down(struct semaphore *);
int down_interruptible(struct semaphore *);
void up(struct semaphore *);

struct device {
	struct semaphore sem;
	int busy;
};

static DEFINE_SEMAPHORE(one, 1);
static DEFINE_SEMAPHORE(five, 5);
static int n, m;

static void inner(void)
{
	down(&one); // SELF-DEADLOCK
	n++; // NORACE
	up(&one);
}

void outer(void)
{
	down(&one);
	inner();
	up(&one);
}

void pass(void)
{
	down(&one);
	n--; // NORACE
	up(&one);
}

static void inner_five(void)
{
	down(&five); // NOSELF-DEADLOCK
	m++; // RACE 1: five are in here
	up(&five);
}

void outer_five(void)
{
	down(&five);
	inner_five();
	up(&five);
}

int device_open(struct device *d)
{
	down(&d->sem);
	if (d->busy)
		return -16; // LOCK-LEAK
	d->busy = 1;
	up(&d->sem);
	return 0;
}

int device_wait(struct device *d)
{
	if (down_interruptible(&d->sem))
		return -4; // NOLOCK-LEAK
	d->busy = 0;
	up(&d->sem);
	return 0;
}
