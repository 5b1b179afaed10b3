/* A third thread is started when a number was seen. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x;

static void *three(void *arg)
{
	x = 1;
	return arg;
}

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

static void *two(void *arg)
{
	pthread_t t;
	int seen = 0;

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		seen = n;
		pthread_mutex_unlock(&a);
	}
	if (seen != 1234)
		return arg;
	pthread_create(&t, NULL, three, NULL);
	x = 2;
	pthread_join(t, NULL);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_mutex_lock(&a);
	n = 1234;
	pthread_mutex_unlock(&a);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
