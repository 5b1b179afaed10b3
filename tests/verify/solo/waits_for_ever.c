/* A thread waits for one that never ends; what it did before is not over. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x;
static pthread_t other;

static void *endless(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&a);
		n = !n;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

static void *one(void *arg)
{
	x = 1;
	pthread_join(other, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&other, NULL, endless, NULL);
	pthread_create(&t, NULL, one, NULL);
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n = i;
		pthread_mutex_unlock(&a);
	}
	return x;
}
