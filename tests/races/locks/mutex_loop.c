/* A loop that gives the lock away for the slow part of each round: whatever it looks at, it looks at with the lock. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending = 60;

static void write_page(int left)
{
	if (left % 20 == 0)
		printf("%d left\n", left);
	usleep(10);
}

static void *flusher(void *argument)
{
	pthread_mutex_lock(&lock);
	while (pending > 0) {
		int left = --pending; // NORACE
		pthread_mutex_unlock(&lock);
		write_page(left);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, flusher, NULL);
	pthread_create(&two, NULL, flusher, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
