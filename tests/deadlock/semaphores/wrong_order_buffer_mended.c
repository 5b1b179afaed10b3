/* The place first. */
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buffer[2], in, out;

static void *producer(void *arg)
{
	for (int i = 0; i < 4; i++) {
		sem_wait(&empty);
		pthread_mutex_lock(&m);
		buffer[in++ % 2] = i;
		pthread_mutex_unlock(&m);
		sem_post(&full);
	}
	return arg;
}

static void *consumer(void *arg)
{
	for (int i = 0; i < 4; i++) {
		sem_wait(&full);
		pthread_mutex_lock(&m);
		buffer[out++ % 2] = 0;
		pthread_mutex_unlock(&m);
		sem_post(&empty);
	}
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&empty, 0, 2);
	sem_init(&full, 0, 0);
	pthread_create(&t1, NULL, producer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
