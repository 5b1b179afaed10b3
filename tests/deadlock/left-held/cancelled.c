/* A thread is cancelled while it sleeps with the lock held; nobody lets it go. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{

	pthread_mutex_lock(&m);
	n++;
	sleep(1); // LOCK-LEAK: a thread may be cancelled where it sleeps
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_cancel(t);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
