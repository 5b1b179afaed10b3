/* Windows: the bit was clear for one only. */
#include <pthread.h>

extern unsigned char InterlockedBitTestAndSet(volatile long *, long);
extern unsigned char InterlockedBitTestAndReset(volatile long *, long);
static volatile long flags;

static int x;

static void *work(void *unused)
{
	if (!InterlockedBitTestAndSet(&flags, 5))
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
