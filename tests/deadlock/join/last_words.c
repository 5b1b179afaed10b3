/* The worker takes the lock only when it ends, and is waited for under it. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;
static int ended;

static void *worker(void *arg)
{
	sem_post(&begun);
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	ended++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&begun, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	sem_wait(&begun);
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	pthread_join(t, NULL); // WAIT-HOLDING 1
	ended++;
	pthread_mutex_unlock(&m);
	return 0;
}
