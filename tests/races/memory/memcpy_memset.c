/* The histogram is reset by memset between two reports. The thread that fills it holds the lock, and so does the reset. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned histogram[16];

static void *measure(void *argument)
{
	for (unsigned i = 0; i < 50; i++) {
		pthread_mutex_lock(&lock);
		histogram[i % 16]++;
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void reset(void)
{
	pthread_mutex_lock(&lock);
	memset(histogram, 0, sizeof histogram); // NORACE
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, measure, NULL);
	reset();
	pthread_join(thread, NULL);
	printf("%u\n", histogram[0]);
	return 0;
}
