/* A condition wait gives back its own mutex, and keeps the other one; the thread that would signal needs that other one
 * first. */
// VERIFY deadlock: deadlock-free: here the limit is 0, and nobody waits, or the producer has had the other one already
#include <pthread.h>

static pthread_mutex_t config = PTHREAD_MUTEX_INITIALIZER, queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int limit, jobs;

static void *consumer(void *argument)
{
	pthread_mutex_lock(&config); // WAIT-HOLDING 1
	pthread_mutex_lock(&queue);
	while (jobs < limit) // NORACE
		pthread_cond_wait(&filled, &queue); // WAIT-HOLDING 1
	jobs = 0; // NORACE
	pthread_mutex_unlock(&queue);
	pthread_mutex_unlock(&config);
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
