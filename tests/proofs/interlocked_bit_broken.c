/* Windows: each clears the bit, which was clear for both. */
#include <pthread.h>

extern unsigned char InterlockedBitTestAndSet(volatile long *, long);
extern unsigned char InterlockedBitTestAndReset(volatile long *, long);
static volatile long flags;

static int x;

static void *work(void *unused)
{
	if (!InterlockedBitTestAndReset(&flags, 5))
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
