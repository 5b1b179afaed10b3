/* Objects that are ended when nobody can use them any more: behind the lock that the last user gives back, and behind a join. */
// PROVED: none
#include <pthread.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *work(void *a)
{
	pthread_mutex_lock(&lock); // NORACE
	ready = 1;
	pthread_cond_signal(&changed); // NORACE
	pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&changed); // NORACE
	pthread_join(t, NULL);
	pthread_mutex_destroy(&lock); // NORACE
	return 0;
}
