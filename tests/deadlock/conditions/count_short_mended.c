/* Three count. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int count;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	count++;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t[3];
	int n = 3;

	for (int i = 0; i < n; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	pthread_mutex_lock(&m);
	while (count < 3)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	return 0;
}
