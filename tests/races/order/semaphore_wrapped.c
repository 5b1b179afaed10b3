/* A semaphore that nobody initialises here is believed to be a lock, since who takes it gives it back: through functions that only
 * hand it on, too. */
struct semaphore {
	int count;
};
struct box {
	int size;
	struct semaphore lock;
};
extern void down(struct semaphore *);
extern void up(struct semaphore *);

static struct semaphore gate;
static struct box box;
static int entries, boxes;

static void take(struct semaphore *s)
{
	down(s);
}

static void give(struct semaphore *s)
{
	up(s);
}

static void take_box(struct box *b)
{
	take(&b->lock);
}

static void give_box(struct box *b)
{
	give(&b->lock);
}

void enter(void)
{
	take(&gate);
	entries++; // NORACE
	give(&gate);
}

void leave(void)
{
	take(&gate);
	entries--; // NORACE
	give(&gate);
}

void pack(void)
{
	take_box(&box);
	boxes++; // NORACE
	give_box(&box);
}
