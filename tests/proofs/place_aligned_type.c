/* ... and that much is sure. */
// PROVED: confirmed
#include <pthread.h>
#include <stdint.h>

static int shared;

static void *work(void *unused)
{
	shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if ((uintptr_t)&shared % sizeof shared == 0)
		shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}
