/* A pointer and a long take eight bytes together, and elements lie side by side. */
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

struct node {
	struct node *next;
	long n;
};
static struct node node[3];
static char *from, *to;

static int shared;

static void *work(void *a)
{
	if (to - from != 16)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	node[0].next = &node[2];
	from = (char *)&node[0];
	to = (char *)node[0].next;
	pthread_create(&t, 0, work, 0);
	if (to - from != 16)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
