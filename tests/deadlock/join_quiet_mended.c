/* The thread that is waited for with the lock held takes none; the one that needs the lock is another, which is waited for later. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *quiet(void *argument)
{
	usleep(10);
	return argument;
}

static void *counts(void *argument)
{
	pthread_mutex_lock(&lock);
	done++;
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, other;

	pthread_create(&one, NULL, quiet, NULL);
	pthread_create(&other, NULL, counts, NULL);
	pthread_mutex_lock(&lock);
	pthread_join(one, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(other, NULL);
	return 0;
}
