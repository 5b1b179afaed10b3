/* Main waits for the wrong thing: it goes on while some are there. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone = PTHREAD_COND_INITIALIZER;
static int live, result[2];

static void leave(void)
{
	pthread_mutex_lock(&lock);
	live--;
	if (live == 0)
		pthread_cond_broadcast(&gone);
	pthread_mutex_unlock(&lock);
}

static void *odd(void *arg)
{
	result[1] = 1; // RACE 1
	leave();
	return arg;
}

static void enter(void *(*run)(void *))
{
	pthread_t t;

	pthread_mutex_lock(&lock);
	++live;
	pthread_mutex_unlock(&lock);
	if (pthread_create(&t, NULL, run, NULL))
		abort();
	pthread_detach(t);
}

int main(void)
{
	enter(odd);
	pthread_mutex_lock(&lock);
	while (live == 0)
		pthread_cond_wait(&gone, &lock); // DEADLOCK: the thread may be over before it looks
	pthread_mutex_unlock(&lock);
	result[1]++; // RACE 1
	return 0;
}
