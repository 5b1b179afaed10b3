/* racerx, section 5.2: a lock that is released on blocking, and a semaphore, in opposite orders. Who waits for the
 * semaphore has let the big lock go meanwhile: no deadlock. */
struct semaphore {
	int count;
};

void lock_kernel(void);
void unlock_kernel(void);
void down(struct semaphore *);
void up(struct semaphore *);
int printk(const char *, ...);

static struct semaphore sem = { 1 };
static int state;

void big_first(void)
{
	lock_kernel(); // NODEADLOCK
	down(&sem); // NODEADLOCK
	state++; // NORACE
	up(&sem);
	unlock_kernel();
	printk("done\n");
}

void semaphore_first(void)
{
	down(&sem); // NODEADLOCK
	lock_kernel(); // NODEADLOCK
	state--; // NORACE
	unlock_kernel();
	up(&sem);
}
