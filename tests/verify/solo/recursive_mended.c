/* As recursive.c, but the last addition is inside. */
// VERIFY: race-free
#include <pthread.h>

static pthread_mutex_t a;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		pthread_mutex_lock(&a);
		pthread_mutex_unlock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&a, &attr);
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
