/* A timed lock whose result is ignored: the deadline is over, and the lock may be another's. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
	struct timespec past = { 0, 0 };

	pthread_mutex_timedlock(&m, &past);
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
