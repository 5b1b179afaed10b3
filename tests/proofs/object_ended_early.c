/* The condition is signalled behind the lock: who waits may be through, and end it, before that. */
// PROVED: confirmed
#include <pthread.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *work(void *a)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed); // RACE 1
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock); // NORACE
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&changed); // RACE 1
	pthread_join(t, NULL);
	return 0;
}
