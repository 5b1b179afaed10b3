/* What is only waited for here and posted there is no lock. */
struct semaphore {
	int count;
};
extern void down(struct semaphore *);
extern void up(struct semaphore *);

static struct semaphore ready;
static int work;

static void wait_for(struct semaphore *s)
{
	down(s);
}

static void tell(struct semaphore *s)
{
	up(s);
}

void consume(void)
{
	wait_for(&ready);
	work--; // RACE 1
}

void produce(void)
{
	work++; // RACE 1
	tell(&ready);
}
