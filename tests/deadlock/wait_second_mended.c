/* As wait_second.c; what is needed of the configuration is copied before the wait, and its lock given back. */
#include <pthread.h>

static pthread_mutex_t config = PTHREAD_MUTEX_INITIALIZER, queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int limit, jobs;

static void *consumer(void *argument)
{
	int most;

	pthread_mutex_lock(&config); // NOWAIT-HOLDING
	most = limit; // NORACE
	pthread_mutex_unlock(&config);
	pthread_mutex_lock(&queue);
	while (jobs < most) // NORACE
		pthread_cond_wait(&filled, &queue); // NOWAIT-HOLDING
	jobs = 0; // NORACE
	pthread_mutex_unlock(&queue);
	return argument;
}

static void *producer(void *argument)
{
	pthread_mutex_lock(&config);
	limit = 1; // NORACE
	pthread_mutex_unlock(&config);
	pthread_mutex_lock(&queue);
	jobs++; // NORACE
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&queue);
	return argument;
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
