/* Two conditions. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full;

static void *producer(void *arg)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		while (full)
			pthread_cond_wait(&emptied, &m);
		full = 1;
		pthread_cond_signal(&filled);
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *consumer(void *arg)
{
	pthread_mutex_lock(&m);
	while (!full)
		pthread_cond_wait(&filled, &m);
	full = 0;
	pthread_cond_signal(&emptied);
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
