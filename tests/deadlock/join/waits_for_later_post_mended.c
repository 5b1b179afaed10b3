/* Main posts before the join. */
#include <pthread.h>
#include <semaphore.h>

static sem_t go;
static int n;

static void *worker(void *arg)
{
	sem_wait(&go);
	n++;
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&go, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	sem_post(&go);
	pthread_join(t, NULL);
	return n;
}
