/* racerx, section 5.2: as racerx_sec5_2.c with a spin lock, whose waiters do not sleep: the big lock is kept while it is
 * waited for. */
typedef struct {
	unsigned int slock;
} spinlock_t;

void lock_kernel(void);
void unlock_kernel(void);
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
int printk(const char *, ...);

static spinlock_t lock;
static int state;

void big_first(void)
{
	lock_kernel(); // DEADLOCK 1
	spin_lock(&lock); // DEADLOCK 1
	state++; // NORACE
	spin_unlock(&lock);
	unlock_kernel();
	printk("done\n");
}

void spin_first(void)
{
	spin_lock(&lock); // DEADLOCK 1
	lock_kernel(); // DEADLOCK 1
	state--; // NORACE
	unlock_kernel();
	spin_unlock(&lock);
}
