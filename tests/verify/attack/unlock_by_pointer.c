/* A lock that is given back through a pointer before the access. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int (*unlock)(pthread_mutex_t *) = pthread_mutex_unlock;

static void *work(void *argument)
{
	pthread_mutex_lock(&m);
	unlock(&m);
	x++; // RACE
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
