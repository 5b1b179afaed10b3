/* Where a thread would end the process main is still at work. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

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
	abort();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	x = 2;
	pthread_join(t, NULL);
	return 0;
}
