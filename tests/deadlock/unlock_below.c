/* A helper gives the lock back on its error path, and its caller gives it back again. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items;

static int take_item(void)
{
	if (items == 0) { // NORACE
		pthread_mutex_unlock(&lock);
		return -1;
	}
	items--; // NORACE
	return 0;
}

static void *consume(void *argument)
{
	int failed;

	pthread_mutex_lock(&lock);
	failed = take_item();
	pthread_mutex_unlock(&lock); // UNLOCK-UNHELD
	return failed ? NULL : argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, consume, NULL);
	pthread_create(&t2, NULL, consume, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
