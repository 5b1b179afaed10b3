/* The worker takes the lock only before it tells that it has begun, and is waited for under it behind that. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;
static int ended;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	ended++;
	pthread_mutex_unlock(&m);
	sem_post(&begun);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&begun, 0, 0);
	pthread_create(&t, NULL, worker, NULL);
	sem_wait(&begun);
	pthread_mutex_lock(&m);
	pthread_join(t, NULL);
	ended++;
	pthread_mutex_unlock(&m);
	return 0;
}
