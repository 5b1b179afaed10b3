/* The starts ask behind their rounds, the joins before: of no threads one is started. */
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
	int n = argc - 1 < MOST ? argc - 1 : MOST, i = 0;

	(void)argv;
	do {
		if (pthread_create(&t[i], NULL, work, NULL))
			abort();
	} while (++i < n);
	i = 0;
	for (; i < n; i++)
		pthread_join(t[i], NULL);
	total++; // RACE 1
	return 0;
}
