/* main waits for the end of a thread with a lock in hand that the thread needs to come to its end. */
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
	pthread_mutex_lock(&lock); // WAIT-HOLDING 1
	state = 7; // NORACE
	pthread_join(thread, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&lock);
	return 0;
}
