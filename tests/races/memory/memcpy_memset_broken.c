/* The histogram is reset by memset between two reports, without the lock that the thread holds which fills it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned histogram[16];

static void *measure(void *argument)
{
	for (unsigned i = 0; i < 50; i++) {
		pthread_mutex_lock(&lock);
		histogram[i % 16]++; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void reset(void)
{
	memset(histogram, 0, sizeof histogram); // RACE 1
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
