/* The function that starts threads returns how many there are, and so many are waited for. */
#include <pthread.h>

enum { MOST = 4 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t[MOST];
static int n;

static void *work(void *arg)
{
	pthread_mutex_lock(&m);
	n++; // NORACE
	pthread_mutex_unlock(&m);
	return arg;
}

static int start(void)
{
	int i;

	for (i = 0; i < MOST; i++)
		if (pthread_create(&t[i], NULL, work, NULL))
			break;
	return i;
}

int main(void)
{
	int started = start();

	for (int i = 0; i < started; i++)
		pthread_join(t[i], NULL);
	return n; // NORACE
}
