/* The worker gives a token for each job. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t finished;

static int job(int i)
{
	return rand() % (i + 1);
}

static void *worker(void *arg)
{
	for (int i = 0; i < 4; i++) {
		job(i);
		sem_post(&finished);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&finished, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	for (int i = 0; i < 4; i++)
		sem_wait(&finished);
	pthread_join(t, NULL);
	return 0;
}
