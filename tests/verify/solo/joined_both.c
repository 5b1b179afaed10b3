/* As joined_one.c, but both have. */
// VERIFY: race-free
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
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	x = 1;
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	x = 2;
	return n > 5;
}
