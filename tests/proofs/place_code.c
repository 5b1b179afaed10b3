/* Code lies below data: what depends on the opposite is told. */
// PROVED: assuming
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;

static void *work(void *unused)
{
	if ((uintptr_t)work > (uintptr_t)&shared)
		shared++; // NORACE reported: so it is on no machine that we know
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
