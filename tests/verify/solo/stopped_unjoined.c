/* As stopped_by_flag.c, but nobody waits until the thread has stopped. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int stop, n;
static unsigned own;

static void *one(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&a);
		int now = stop;
		pthread_mutex_unlock(&a);
		if (now)
			break;
		own++;
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, one, NULL);
	for (int i = 0; i < 1000; i++)
		n += i;
	pthread_mutex_lock(&a);
	stop = 1;
	pthread_mutex_unlock(&a);
	return own > 7;
}
