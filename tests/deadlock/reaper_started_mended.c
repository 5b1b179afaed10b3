/* As reaper_started.c; the thread has done with the lock when it starts the one that waits for it. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker, reaper;
static int done;

static void *reap(void *argument)
{
	pthread_mutex_lock(&lock); // NOWAIT-HOLDING
	pthread_join(worker, NULL); // NOWAIT-HOLDING; RACE 1
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
	return argument;
}

int main(void)
{
	pthread_create(&worker, NULL, work, NULL); // RACE 1: stores the id, which the reaper may already read
	pthread_exit(NULL);
}
