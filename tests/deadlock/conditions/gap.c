/* The question is asked in one critical section, and the wait stands in the next one, where it is not asked again. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static int is_ready(void)
{
	int r;

	pthread_mutex_lock(&m);
	r = ready;
	pthread_mutex_unlock(&m);
	return r;
}

static void *waiter(void *arg)
{
	if (!is_ready()) {
		pthread_mutex_lock(&m);
		pthread_cond_wait(&c, &m); // DEADLOCK
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *setter(void *arg)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, setter, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
