/* The handles are one element further on than those that are joined. */
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
	for (int i = 0; i < n - 1; i++)
		if (pthread_create(&t[i + 1], NULL, work, NULL))
			abort();
	work(NULL);
	for (int i = 0; i < n - 1; i++)
		pthread_join(t[i], NULL);
	total++; // RACE 1
	return 0;
}
