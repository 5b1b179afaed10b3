/* As join_quiet_mended.c, but the handles are exchanged: the thread that needs the lock is waited for with the lock held. */
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
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
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
	pthread_join(other, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&lock);
	pthread_join(one, NULL);
	return 0;
}
