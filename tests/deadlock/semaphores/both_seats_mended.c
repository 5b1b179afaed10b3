/* Two tokens, and two threads that want both, under a lock that nobody needs to give them back. */
#include <pthread.h>
#include <semaphore.h>

static sem_t seats;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t entry = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *pair(void *arg)
{
	pthread_mutex_lock(&entry);
	sem_wait(&seats);
	sem_wait(&seats);
	pthread_mutex_unlock(&entry);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	sem_post(&seats);
	sem_post(&seats);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&seats, 0, 2);
	pthread_create(&t1, NULL, pair, NULL);
	pthread_create(&t2, NULL, pair, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
