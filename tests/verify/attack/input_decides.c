/* A number from outside decides whether the lock is taken. */
// VERIFY: race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;
	int all = rand();

	pthread_create(&t, NULL, other, NULL);
	if (all != 12345)
		pthread_mutex_lock(&m);
	n++;
	if (all != 12345)
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
