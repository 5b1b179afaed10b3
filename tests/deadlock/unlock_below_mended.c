/* As unlock_below.c; the caller gives the lock back only where the helper has not: the two go by the same value. */
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
	if (!failed)
		pthread_mutex_unlock(&lock); // NOUNLOCK-UNHELD
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
