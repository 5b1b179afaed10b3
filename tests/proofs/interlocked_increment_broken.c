/* Windows: the first two get 1 and 2, so both go on. */
#include <pthread.h>

extern long InterlockedIncrement(volatile long *);
static volatile long entered;

static int x;

static void *work(void *unused)
{
	if (InterlockedIncrement(&entered) <= 2)
		x++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}
