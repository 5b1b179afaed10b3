/* What is called when the process ends races with a thread that goes on. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static unsigned n;

static void report(void)
{
	n = 0;
}

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

	atexit(report);
	pthread_create(&t, NULL, one, NULL);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return 0;
}
