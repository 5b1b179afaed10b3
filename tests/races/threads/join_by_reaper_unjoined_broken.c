/* Nobody joins the reaper. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // RACE 1
	pthread_mutex_unlock(&lock);
	return NULL;
}

static pthread_t t[MOST];

static void *reap(void *arg)
{
	for (int i = 0; i < MOST; i++)
		pthread_join(t[i], NULL);
	return arg;
}

int main(void)
{
	pthread_t reaper;

	for (int i = 0; i < MOST; i++)
		if (pthread_create(&t[i], NULL, work, NULL))
			abort();
	if (pthread_create(&reaper, NULL, reap, NULL))
		abort();
	pthread_detach(reaper);
	total++; // RACE 1
	return 0;
}
