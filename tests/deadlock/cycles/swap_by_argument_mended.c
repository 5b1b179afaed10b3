/* The argument decides only what is counted. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count[2];

static void *worker(void *arg)
{
	if (arg) {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&b);
		count[0]++;
	} else {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&b);
		count[1]++;
	}
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, (void*)1);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
