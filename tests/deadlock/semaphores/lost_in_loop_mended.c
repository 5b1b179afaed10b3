/* Each round gives one back. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t seats;
static _Atomic int n;

static void *worker(void *arg)
{
	for (int i = 0; i < 2; i++) {
		sem_wait(&seats);
		n++;
		sem_post(&seats);
	}
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&seats, 0, 3);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
