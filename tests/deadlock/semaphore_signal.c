/* A semaphore as a signal: the consumer waits for it with the lock in hand that the producer needs before it can signal. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static int item;

static void *producer(void *argument)
{
	pthread_mutex_lock(&lock);
	item = 42; // NORACE
	pthread_mutex_unlock(&lock);
	sem_post(&ready);
	return argument;
}

static void *consumer(void *argument)
{
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	sem_wait(&ready); // WAIT-HOLDING 1
	item = 0; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&ready, 0, 0);
	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
