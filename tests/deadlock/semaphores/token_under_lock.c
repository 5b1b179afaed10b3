/* The consumer waits for a token with the lock that the producer needs to post. */
#include <pthread.h>
#include <semaphore.h>

static sem_t items;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	sem_wait(&items); // WAIT-HOLDING 1
	n--;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *producer(void *arg)
{
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	n++;
	sem_post(&items);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&items, 0, 0);
	pthread_create(&t1, NULL, consumer, NULL);
	pthread_create(&t2, NULL, producer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
