/* One function does not take it. */
struct semaphore {
	int count;
};
extern void down(struct semaphore *);
extern void up(struct semaphore *);

static struct semaphore gate;
static int entries;

static void take(struct semaphore *s)
{
	down(s);
}

static void give(struct semaphore *s)
{
	up(s);
}

void enter(void)
{
	take(&gate);
	entries++; // RACE 1
	give(&gate);
}

void leave(void)
{
	entries--; // RACE 1
}
