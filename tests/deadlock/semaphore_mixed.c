/* A mutex and a semaphore that is a lock, in opposite orders. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t slot;
static int used;

static void *enter(void *argument)
{
	sem_wait(&slot); // DEADLOCK 1
	pthread_mutex_lock(&lock); // DEADLOCK 1
	used++; // NORACE
	pthread_mutex_unlock(&lock);
	sem_post(&slot);
	return argument;
}

static void *resize(void *argument)
{
	pthread_mutex_lock(&lock); // DEADLOCK 1
	sem_wait(&slot); // DEADLOCK 1
	used = 0; // NORACE
	sem_post(&slot);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&slot, 0, 1);
	pthread_create(&t1, NULL, enter, NULL);
	pthread_create(&t2, NULL, resize, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
