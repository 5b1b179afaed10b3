/* A semaphore may begin with nothing. */
// PROVED: confirmed
#include <pthread.h>
#include <semaphore.h>

static int shared;

static void *work(void *a)
{
	sem_t s;

	if (sem_init(&s, 0, 0) == 0)
		shared++; // RACE
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
