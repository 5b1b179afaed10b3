/* A struct is copied with padding that nobody has set: its members are what they were. */
#include <pthread.h>

struct pair {
	char c;
	long n;
};
static struct pair kept;

static int shared;

static void *work(void *a)
{
	if (kept.c + kept.n != 3)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	struct pair p, q;

	p.c = 1;
	p.n = 2;
	q = p;
	kept = q;
	pthread_create(&t, 0, work, 0);
	if (kept.c + kept.n != 3)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
