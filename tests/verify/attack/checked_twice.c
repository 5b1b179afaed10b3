/* The second lock of a mutex that checks for errors fails and does not count: one unlock gives it back. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *work(void *argument)
{
	pthread_mutex_lock(&m);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	x++; // RACE
	return argument;
}

int main(void)
{
	pthread_t one, two;
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &a);
	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
