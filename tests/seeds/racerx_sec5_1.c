/* racerx, section 5.1: the semaphore is a signal. As a lock it would be held for ever from the first wait, and the lock
 * that is taken again behind it would close a cycle. Nobody holds it. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int result, wanted;

static void *producer(void *argument)
{
	for (int i = 0; i < 4; i++)
		sem_post(&s); /* signal ready */
	return argument;
}

static void *consumer(void *argument)
{
	pthread_mutex_lock(&l); // NODEADLOCK
	wanted++; // NORACE
	sem_wait(&s); /* wait for result */ // NODEADLOCK
	pthread_mutex_unlock(&l);
	pthread_mutex_lock(&l); // NODEADLOCK
	result++; // NORACE
	pthread_mutex_unlock(&l);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	sem_init(&s, 0, 0);
	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_create(&t3, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
