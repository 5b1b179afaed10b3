/* The thread that stops the others takes their locks below `hang`, the thread that grows the table takes `hang` below those; it is joined before. The function
 * that takes the lock is called by a worker, too, which does not have `hang`: who waits is told by whoever took the first lock. */
#include <pthread.h>

static pthread_mutex_t hang = PTHREAD_MUTEX_INITIALIZER, crawler = PTHREAD_MUTEX_INITIALIZER;
static pthread_t grower_thread, worker_thread;
static int crawls, size = 1;

static void stop_crawler(void)
{
	pthread_mutex_lock(&crawler); // NODEADLOCK
	crawls = 0; // NORACE
	pthread_mutex_unlock(&crawler);
}

static void grow(void)
{
	pthread_mutex_lock(&crawler); // NODEADLOCK
	pthread_mutex_lock(&hang); // NODEADLOCK
	size *= 2; // NORACE
	pthread_mutex_unlock(&hang);
	pthread_mutex_unlock(&crawler);
}

static void *grower(void *argument)
{
	grow();
	return argument;
}

static void *worker(void *argument)
{
	stop_crawler();
	return argument;
}

static void stop(void)
{
	pthread_join(grower_thread, NULL);
	pthread_mutex_lock(&hang); // NODEADLOCK
	stop_crawler();
	size = 0; // NORACE
	pthread_mutex_unlock(&hang);
}

int main(void)
{
	pthread_create(&grower_thread, NULL, grower, NULL);
	pthread_create(&worker_thread, NULL, worker, NULL);
	stop();
	pthread_join(worker_thread, NULL);
	return size;
}
