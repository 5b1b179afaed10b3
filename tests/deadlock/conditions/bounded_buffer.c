/* A buffer of one place: producers and consumers share one condition, and a signal may wake one of the wrong kind. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *producer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		while (full)
			pthread_cond_wait(&changed, &m); // DEADLOCK 1
		full = 1;
		pthread_cond_signal(&changed);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&changed, &m); // DEADLOCK 1
	full = 0;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_create(&t3, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
