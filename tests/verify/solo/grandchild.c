/* Nobody waits for the thread that a thread has started. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	x = 1;
	return arg;
}

static void *two(void *arg)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	pthread_detach(t);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, two, NULL);
	pthread_join(t, NULL);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return x;
}
