/* As endless.c, but main takes the lock. */
// VERIFY: race-free
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static unsigned n;

static void *one(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&a);
		n++;
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
		n = 5;
		pthread_mutex_unlock(&a);
	}
	return 0;
}
