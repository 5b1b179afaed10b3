/* Volatile and under a lock: superfluous, but no harm. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long position;

static void *player(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		position += 1024; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static long where(void)
{
	long copy;

	pthread_mutex_lock(&lock);
	copy = position; // NORACE
	pthread_mutex_unlock(&lock);
	return copy;
}

int main(void)
{
	pthread_t thread;
	long last = 0;

	pthread_create(&thread, NULL, player, NULL);
	for (int i = 0; i < 100; i++)
		last = where();
	pthread_join(thread, NULL);
	printf("%d\n", last >= 0);
	return 0;
}
