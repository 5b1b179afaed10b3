/* The main thread takes part in the cycle between the start and the join of the other one. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	n--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_join(t, NULL);
	return 0;
}
