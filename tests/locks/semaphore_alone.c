/* down() and up() of a semaphore, in a unit that mentions nothing else of a kernel. */
struct semaphore {
	unsigned int count;
};

void down(struct semaphore *);
void up(struct semaphore *);

void work(void);

static struct semaphore halls, doors;

void forward(void)
{
	down(&halls); // DEADLOCK 1
	down(&doors); // DEADLOCK 1
	work();
	up(&doors);
	up(&halls);
}

void backward(void)
{
	down(&doors); // DEADLOCK 1
	down(&halls); // DEADLOCK 1
	work();
	up(&halls);
	up(&doors);
}
