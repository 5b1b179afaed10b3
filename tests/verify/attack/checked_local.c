/* As checked_unlock.c, with the kind in the bytes of a local variable. */
// VERIFY: race
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *work(void *argument)
{
	x++; // RACE 1
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
	pthread_t t;

	m = checked;
	pthread_create(&t, NULL, work, NULL);
	pthread_mutex_lock(&m);
	x++; // RACE 1
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
