/* Whatever errno says, it was not taken. */
// PROVED: confirmed
#include <pthread.h>
#include <semaphore.h>

static sem_t none;
static int shared;

static void *work(void *unused)
{
	if (sem_trywait(&none) != 0)
		shared++; // RACE
	return unused;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&none, 0, 0);
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
