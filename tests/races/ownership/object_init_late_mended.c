// All is made before the thread is started, and taken down after it was joined.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static sem_t s;
static int ready;

static void *worker(void *arg)
{
	sem_wait(&s); // NORACE
	pthread_mutex_lock(&m); // NORACE
	ready = 1;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_init(&m, NULL); // NORACE
	sem_init(&s, 0, 0); // NORACE
	pthread_create(&t, NULL, worker, NULL);
	sem_post(&s);
	pthread_mutex_lock(&m);
	ready = 2;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	sem_destroy(&s); // NORACE
	pthread_mutex_destroy(&m); // NORACE
	return 0;
}
