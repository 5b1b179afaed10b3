/* The function that starts threads returns the number of the last one, not how many there are. */
#include <pthread.h>

enum { MOST = 4 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t[MOST];
static int n;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	n++; // RACE 1
	pthread_mutex_unlock(&m);
	return arg;
}

static int start(void)
{
	int i;

	for (i = 0; i < MOST; i++)
		if (pthread_create(&t[i], NULL, work, NULL))
			break;
	return i - 1;
}

int main(void)
{
	int started = start();

	for (int i = 0; i < started; i++)
		pthread_join(t[i], NULL);
	return n; // RACE 1
}
