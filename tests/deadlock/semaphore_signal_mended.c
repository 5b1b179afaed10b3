/* As semaphore_signal.c; the consumer waits first. The semaphore is never held by anybody: it gives no order. */
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
	sem_wait(&ready); // NOWAIT-HOLDING
	pthread_mutex_lock(&lock); // NODEADLOCK
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
