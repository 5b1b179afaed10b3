/* As join_holding.c; the lock is given back first. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	state++; // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_mutex_lock(&lock); // NOWAIT-HOLDING
	state = 7; // NORACE
	pthread_mutex_unlock(&lock);
	pthread_join(thread, NULL); // NOWAIT-HOLDING
	return 0;
}
