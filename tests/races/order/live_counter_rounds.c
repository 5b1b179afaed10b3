/* One thread after the other, each waited for by the number before the next one is started. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
static int live, table;

static void *work(void *arg)
{
	table = arg != NULL; // NORACE reported
	pthread_mutex_lock(&lock);
	live--;
	pthread_cond_signal(&gone);
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void run(void)
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	live++;
	pthread_mutex_unlock(&lock);
	if (pthread_create(&t, NULL, work, NULL))
		abort();
	pthread_detach(t);
	pthread_mutex_lock(&lock);
	while (live)
		pthread_cond_wait(&gone, &lock);
	pthread_mutex_unlock(&lock);
	table++; // NORACE
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++)
		run();
	return 0;
}
