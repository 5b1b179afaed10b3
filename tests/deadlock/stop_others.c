/* As stop_others_mended.c, but the thread that grows the table is joined too late. */
#include <pthread.h>

static pthread_mutex_t hang = PTHREAD_MUTEX_INITIALIZER, crawler = PTHREAD_MUTEX_INITIALIZER;
static pthread_t grower_thread, worker_thread;
static int crawls, size = 1;

static void stop_crawler(void)
{
	pthread_mutex_lock(&crawler); // DEADLOCK 1
	crawls = 0; // NORACE
	pthread_mutex_unlock(&crawler);
}

static void grow(void)
{
	pthread_mutex_lock(&crawler); // DEADLOCK 1
	pthread_mutex_lock(&hang); // DEADLOCK 1
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
	pthread_mutex_lock(&hang); // DEADLOCK 1
	stop_crawler();
	size = 0; // NORACE
	pthread_mutex_unlock(&hang);
	pthread_join(grower_thread, NULL);
}

int main(void)
{
	pthread_create(&grower_thread, NULL, grower, NULL);
	pthread_create(&worker_thread, NULL, worker, NULL);
	stop();
	pthread_join(worker_thread, NULL);
	return size;
}
