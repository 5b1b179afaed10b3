/* A semaphore of one lets one in at a time. */
#include <pthread.h>
#include <semaphore.h>

static sem_t seats;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *first(void *arg)
{
	sem_wait(&seats);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	sem_post(&seats);
	return arg;
}

static void *second(void *arg)
{
	sem_wait(&seats);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	sem_post(&seats);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&seats, 0, 1);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
