/* Main joins a thread that waits for a semaphore, which main posts behind the join. */
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static int n;

static void *worker(void *arg)
{
	sem_wait(&go); // DEADLOCK
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	sem_post(&go);
	return n;
}
