/* Main signals before it starts the waiter. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!go)
		pthread_cond_wait(&c, &m); // DEADLOCK
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_cond_signal(&c);
	pthread_create(&t, NULL, waiter, NULL);
	pthread_join(t, NULL);
	return 0;
}
