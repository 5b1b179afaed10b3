/* Two locks by names that look alike: the local pointer of one thread holds the address of the other lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static int queued;

static void *produce(void *argument)
{
	pthread_mutex_t *lock = &log_lock;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(lock);
		queued++; // RACE 1
		pthread_mutex_unlock(lock);
	}
	return argument;
}

static void *consume(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&queue_lock);
		if (queued > 0) // RACE 1
			queued--; // RACE 1
		pthread_mutex_unlock(&queue_lock);
		pthread_mutex_lock(&log_lock);
		puts("looked");
		pthread_mutex_unlock(&log_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t producer, consumer;

	pthread_create(&producer, NULL, produce, NULL);
	pthread_create(&consumer, NULL, consume, NULL);
	pthread_join(producer, NULL);
	pthread_join(consumer, NULL);
	return 0;
}
