/* A thread that goes on for ever has touched something before that. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x;

static void *one(void *arg)
{
	x = 1;
	for (;;) {
		pthread_mutex_lock(&a);
		n = !n;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n = i;
		pthread_mutex_unlock(&a);
	}
	return x;
}
