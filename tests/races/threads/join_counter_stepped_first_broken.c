/* The joins begin behind the first one. */
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
static int n;

static void add(void)
{
	if (n < MOST && pthread_create(&t[n++], NULL, work, NULL))
		abort();
}

int main(int argc, char **argv)
{
	(void)argv;
	for (int i = 0; i < argc; i++)
		add();
	add();
	for (int i = 1; i < n; i++)
		pthread_join(t[i], NULL);
	total++; // RACE 1
	return 0;
}
