/* The main thread keeps the lock until the end and waits for a thread that needs it before. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	n++;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	n = 1;
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL); // WAIT-HOLDING 1
	return n;
}
