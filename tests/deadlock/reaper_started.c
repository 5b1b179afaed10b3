/* A thread starts the one that will wait for its end, with a lock in hand, and then takes that lock once more. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker, reaper;
static int done;

static void *reap(void *argument)
{
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	pthread_join(worker, NULL); // WAIT-HOLDING 1; RACE 1
	done++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *work(void *argument)
{
	pthread_mutex_lock(&lock);
	done++; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_create(&reaper, NULL, reap, NULL);
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	done++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_create(&worker, NULL, work, NULL); // RACE 1: stores the id, which the reaper may already read
	pthread_exit(NULL);
}
