/* The second thread begins behind a token that the first one gives when it is done. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int n;

static void *first(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	sem_post(&done);
	return arg;
}

static void *second(void *arg)
{
	sem_wait(&done);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&done, 0, 0);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
