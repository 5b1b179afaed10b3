/* Windows: a counter of 64 bits, whose upper half counts too. */
#include <pthread.h>

extern long long InterlockedExchangeAdd64(volatile long long *, long long);
static volatile long long sum;

static int x;

static void *work(void *unused)
{
	if (InterlockedExchangeAdd64(&sum, 1LL << 40) == 0)
		x++; // NORACE reported
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
