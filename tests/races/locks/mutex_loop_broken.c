/* As mutex_loop.c, but the progress is printed during the slow part, without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int pending = 60;

static void write_page(void)
{
	if (pending % 20 == 0) // RACE 1
		puts("still some left");
	usleep(10);
}

static void *flusher(void *argument)
{
	pthread_mutex_lock(&lock);
	while (pending > 0) {
		--pending; // RACE 1
		pthread_mutex_unlock(&lock);
		write_page();
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
