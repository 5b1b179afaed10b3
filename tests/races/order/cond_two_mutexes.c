/* The consumer waits with one lock, the producer sets the flag under another one. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t consumer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t producer_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full;

static void *producer(void *argument)
{
	usleep(2000);
	pthread_mutex_lock(&producer_lock);
	full = 1; // RACE 1
	pthread_mutex_unlock(&producer_lock);
	for (int i = 0; i < 50; i++) {
		pthread_cond_signal(&filled);
		usleep(1000);
	}
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, producer, NULL);
	pthread_mutex_lock(&consumer_lock);
	while (!full) // RACE 1
		pthread_cond_wait(&filled, &consumer_lock); // DEADLOCK: all signals may come between the test and the wait
	pthread_mutex_unlock(&consumer_lock);
	pthread_join(thread, NULL);
	puts("full");
	return 0;
}
