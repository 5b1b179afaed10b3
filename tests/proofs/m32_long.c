/* Where pointers have four bytes, so has a long. */
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

static unsigned long all;

static int shared;

static void *work(void *a)
{
	if (all >> 31 != 1)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	all = ~0ul;
	pthread_create(&t, 0, work, 0);
	if (all >> 31 != 1)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
