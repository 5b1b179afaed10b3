/* Windows: an exchange of 0 for 1 returns the old value, which is 0 once. */
#include <pthread.h>

extern long InterlockedCompareExchange(volatile long *, long, long);
static volatile long claimed;

static int x;

static void *work(void *unused)
{
	if (InterlockedCompareExchange(&claimed, 1, 0) == 0)
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
