/* Windows: both put null there, and both find it. */
#include <pthread.h>

extern void *InterlockedExchangePointer(void *volatile *, void *);
static void *volatile owner;
static int token;

static int x;

static void *work(void *unused)
{
	if (!InterlockedExchangePointer(&owner, NULL))
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
