/* A list of three, through pointers of four bytes: its sum is six. */
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

struct node {
	struct node *next;
	int n;
};
static struct node last = { 0, 3 }, middle = { &last, 2 }, first = { &middle, 1 };
static int sum;

static int shared;

static void *work(void *a)
{
	if (sum != 6)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	for (struct node *n = &first; n; n = n->next)
		sum += n->n;
	pthread_create(&t, 0, work, 0);
	if (sum != 6)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
