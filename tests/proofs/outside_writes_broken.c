/* ... and so it may be three. */
#include <pthread.h>

void fill(int *to);
static int bits;

static int shared;

static void *work(void *a)
{
	if (bits == 3)
		shared++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t t;

	int n;

	fill(&n);
	bits = n & 3;
	pthread_create(&t, 0, work, 0);
	if (bits == 3)
		shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
