/* As semaphore_believed.c, but: one is given back where it was not taken, by a function of its own: a signal, and as often as that
 * was called two are let in; one is taken by a function that never gives it back; one begins with two; one access is outside. */
struct semaphore {
	unsigned int count;
};

void sema_init(struct semaphore *, int);
void down(struct semaphore *);
void up(struct semaphore *);

extern struct semaphore ready, waited, outside;
static struct semaphore two;
static int a, b, c, d;

void a_use(void)
{
	down(&ready);
	a++; // RACE 1
	up(&ready);
}

void a_ready(void)
{
	up(&ready);
}

void b_use(void)
{
	down(&waited);
	b++; // RACE 2
	up(&waited);
}

void b_wait(void)
{
	b = 0; // RACE 2
	down(&waited);
}

void c_start(void)
{
	sema_init(&two, 2);
}

void c_use(void)
{
	down(&two);
	c++; // RACE 3
	up(&two);
}

void d_use(void)
{
	down(&outside);
	d++; // RACE 4
	up(&outside);
	d--; // RACE 4
}
