/* Who does not own a mutex that checks for errors does not give it back: nothing is ordered. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int x;

static void *work(void *argument)
{
	x++; // RACE 1
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	x++; // RACE 1
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
