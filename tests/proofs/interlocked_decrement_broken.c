/* Windows: before the last there is one that gets 1, and it goes on, too. */
#include <pthread.h>

extern long InterlockedDecrement(volatile long *);
static volatile long left = 2;

static int x;

static void *work(void *unused)
{
	if (InterlockedDecrement(&left) >= 0)
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
