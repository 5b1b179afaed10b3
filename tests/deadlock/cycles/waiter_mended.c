/* Three at a table, and the waiter lets two sit down: one of them gets both forks. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t f0 = PTHREAD_MUTEX_INITIALIZER, f1 = PTHREAD_MUTEX_INITIALIZER, f2 = PTHREAD_MUTEX_INITIALIZER;
static sem_t waiter;

static void *zero(void *arg)
{
	sem_wait(&waiter);
	pthread_mutex_lock(&f0);
	pthread_mutex_lock(&f1);
	pthread_mutex_unlock(&f1);
	pthread_mutex_unlock(&f0);
	sem_post(&waiter);
	return arg;
}

static void *one(void *arg)
{
	sem_wait(&waiter);
	pthread_mutex_lock(&f1);
	pthread_mutex_lock(&f2);
	pthread_mutex_unlock(&f2);
	pthread_mutex_unlock(&f1);
	sem_post(&waiter);
	return arg;
}

static void *two(void *arg)
{
	sem_wait(&waiter);
	pthread_mutex_lock(&f2);
	pthread_mutex_lock(&f0);
	pthread_mutex_unlock(&f0);
	pthread_mutex_unlock(&f2);
	sem_post(&waiter);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	sem_init(&waiter, 0, 2);
	pthread_create(&t[0], NULL, zero, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_create(&t[2], NULL, two, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
