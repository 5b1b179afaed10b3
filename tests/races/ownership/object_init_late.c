// The lock and the semaphore are made after the thread that uses them was started.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static sem_t s;
static int ready;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m); // RACE 1
	ready = 1;
	pthread_mutex_unlock(&m);
	sem_wait(&s); // RACE 2
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_init(&m, NULL); // RACE 1
	sem_init(&s, 0, 0); // RACE 2
	sem_post(&s);
	pthread_mutex_lock(&m);
	ready = 2;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
