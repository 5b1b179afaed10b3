// Lock, condition and read-write lock are destroyed while a thread that nobody waits for may use them.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int ready, seen;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m); // RACE 1
	ready = 1;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&c); // RACE 2
	pthread_rwlock_wrlock(&rw); // RACE 3
	seen = 1;
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_detach(t);
	pthread_mutex_lock(&m);
	ready = 2;
	pthread_mutex_unlock(&m);
	pthread_rwlock_destroy(&rw); // RACE 3
	pthread_cond_destroy(&c); // RACE 2
	pthread_mutex_destroy(&m); // RACE 1
	return 0;
}
