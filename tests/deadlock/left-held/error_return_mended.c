/* It is given back on the way out, too. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int used;

static int reserve(int want)
{
	pthread_mutex_lock(&m);
	if (want > 10) {
		pthread_mutex_unlock(&m);
		return -1;
	}
	used += want;
	pthread_mutex_unlock(&m);
	return 0;
}

static void *worker(void *arg)
{
	reserve(20);
	reserve(1); // comes back
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
