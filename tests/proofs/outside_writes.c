/* What a function outside writes is any number, but of two bits. */
#include <pthread.h>

void fill(int *to);
static int bits;

static int shared;

static void *work(void *a)
{
	if (bits > 3 || bits < 0)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	int n;

	fill(&n);
	bits = n & 3;
	pthread_create(&t, 0, work, 0);
	if (bits > 3 || bits < 0)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
