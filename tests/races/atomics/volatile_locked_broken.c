/* As volatile_locked.c, but as it is volatile, the reader does without the lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long position;

static void *player(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		position += 1024; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static long where(void)
{
	return position; // RACE 1
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
