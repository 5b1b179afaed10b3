/* The joins begin at the last but one. */
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total++; // RACE 1
	pthread_mutex_unlock(&lock);
	return NULL;
}

static pthread_t t[MOST];

int main(int argc, char **argv)
{
	int n = argc < MOST ? argc : MOST;

	(void)argv;
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], NULL, work, NULL))
			abort();
	for (int i = n - 2; i >= 0; i--)
		pthread_join(t[i], NULL);
	total++; // RACE 1
	return 0;
}
