/* The only one who empties the bounded queue puts at most one job for one that he takes. */
#include <pthread.h>

#define ROOM 2
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int jobs;

static void put(void)
{
	pthread_mutex_lock(&m);
	while (jobs == ROOM)
		pthread_cond_wait(&emptied, &m);
	jobs++;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&m);
}

static void take(void)
{
	pthread_mutex_lock(&m);
	while (!jobs)
		pthread_cond_wait(&filled, &m);
	jobs--;
	pthread_cond_signal(&emptied);
	pthread_mutex_unlock(&m);
}

static void *worker(void *arg)
{
	for (int i = 0; i < 3; i++) {
		take();
		put();
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	put();
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
