/* Detached threads are counted when they are started and when they are done; main waits until there are none. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
static int live, result;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	result++; // NORACE
	live--;
	pthread_cond_signal(&gone);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void start(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	live++;
	pthread_mutex_unlock(&lock);
	if (pthread_create(&t, NULL, work, NULL))
		abort();
	pthread_detach(t);
}

static void wait_for_all(void)
{
	pthread_mutex_lock(&lock);
	while (live > 0)
		pthread_cond_wait(&gone, &lock);
	pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++)
		start();
	wait_for_all();
	result++; // NORACE
	return 0;
}
