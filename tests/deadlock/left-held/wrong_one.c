/* The wrong lock is given back: the right one stays locked, and main wants it. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&b); // UNLOCK-UNHELD
	return arg; // LOCK-LEAK: of the function; LOCK-LEAK: and of the thread
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&a);
	pthread_join(t, NULL);
	return 0;
}
