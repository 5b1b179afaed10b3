/* The second thread waits for the first one only if it has seen a number. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x;
static pthread_t t[2];

static void *one(void *arg)
{
	for (int i = 0; i < 40; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	x = 1;
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 40; i++) {
		pthread_mutex_lock(&a);
		if (n == 25)
			break;
		pthread_mutex_unlock(&a);
		if (i < 39)
			continue;
		pthread_join(t[0], NULL);
		pthread_mutex_lock(&a);
	}
	pthread_mutex_unlock(&a);
	x = 2;
	return arg;
}

int main(void)
{
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
