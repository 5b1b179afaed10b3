/* As path_need_lock.c, but one caller says that it holds the lock, and has just given it back. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used, evicted;

static void evict(bool need_lock)
{
	if (need_lock)
		pthread_mutex_lock(&lock);
	if (used > 0) { // RACE 1
		used--; // RACE 1
		evicted++; // RACE 2
	}
	if (need_lock)
		pthread_mutex_unlock(&lock);
}

static void store(void)
{
	pthread_mutex_lock(&lock);
	int full = ++used > 10; // RACE 1

	pthread_mutex_unlock(&lock);
	if (full)
		evict(false);
}

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++)
		store();
	return argument;
}

static void *reaper(void *argument)
{
	for (int i = 0; i < 1000; i++)
		evict(true);
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_create(&three, NULL, reaper, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%d %d\n", used, evicted);
	return 0;
}
