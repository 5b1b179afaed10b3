/* The signal goes to another condition than the one that is waited for. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (!jobs)
		pthread_cond_wait(&filled, &m); // DEADLOCK
	jobs = 0;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *producer(void *arg)
{
	pthread_mutex_lock(&m);
	jobs = 1;
	pthread_cond_signal(&emptied);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, consumer, NULL);
	pthread_create(&t2, NULL, producer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
