/* racerx, the talk: one semaphore is a lock and has a place in the order of locks, the other one is a signal and has none. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static sem_t lock, ready;
static int used, item;

static void *as_lock(void *argument)
{
	sem_wait(&lock); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	used++; // NORACE
	pthread_mutex_unlock(&b);
	sem_post(&lock);
	return argument;
}

static void *the_other_way(void *argument)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	sem_wait(&lock); // DEADLOCK 1
	used--; // NORACE
	sem_post(&lock);
	sem_post(&ready); /* signal */
	pthread_mutex_unlock(&b);
	return argument;
}

static void *consumer(void *argument)
{
	sem_wait(&ready); /* wait */ // NODEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	item++; // NORACE
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	sem_init(&lock, 0, 1);
	sem_init(&ready, 0, 0);
	pthread_create(&t1, NULL, as_lock, NULL);
	pthread_create(&t2, NULL, the_other_way, NULL);
	pthread_create(&t3, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
