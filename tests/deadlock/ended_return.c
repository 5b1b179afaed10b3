// A thread returns with the lock in hand: main, which may come later, waits for ever.
// VERIFY deadlock: deadlock
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	return arg; // LOCK-LEAK: nobody can give it back
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
