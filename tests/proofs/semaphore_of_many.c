/* A semaphore has at most INT_MAX. */
// PROVED: assuming
#include <pthread.h>
#include <semaphore.h>

static int shared;

static void *work(void *a)
{
	sem_t s;

	if (sem_init(&s, 0, ~0u) == 0)
		shared++; // NORACE reported: it is an error
	return a;
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
