/* racerx, Figure 3 and section 5.2: down() sleeps with a spin lock in hand. The big kernel lock is let go while its holder
 * sleeps, so the wait for the semaphore is none with that lock in hand; but it is taken again with the spin lock in hand,
 * and other code waits for the spin lock with the big one. */
typedef struct {
	unsigned int slock;
} spinlock_t;

struct semaphore {
	int count;
};

void lock_kernel(void);
void unlock_kernel(void);
void spin_lock(spinlock_t *);
void spin_unlock(spinlock_t *);
void down(struct semaphore *);
void up(struct semaphore *);
int printk(const char *, ...);

static spinlock_t lock;
static struct semaphore sem = { 1 };
static int state;

void figure(void)
{
	lock_kernel(); // DEADLOCK 1
	spin_lock(&lock); // DEADLOCK 1; SLEEP-IN-ATOMIC 1
	down(&sem); // DEADLOCK 1; SLEEP-IN-ATOMIC 1
	state++; // NORACE
	up(&sem);
	spin_unlock(&lock);
	unlock_kernel();
	printk("done\n");
}
