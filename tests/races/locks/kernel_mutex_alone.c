/* Nothing tells of a kernel but a mutex: the two functions mean it where both are called and neither is defined. */
struct mutex {
	long owner;
};

void mutex_lock(struct mutex *);
void mutex_unlock(struct mutex *);

static struct mutex lock;
static int guarded, bare;

int put(void)
{
	mutex_lock(&lock);
	guarded++; // NORACE
	mutex_unlock(&lock);
	bare++; // RACE 1
	return 0;
}

int take(void)
{
	mutex_lock(&lock);
	guarded--; // NORACE
	mutex_unlock(&lock);
	return bare; // RACE 1
}
