/* The caller gives it back before. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int bad = 1, n;

static void give_up(void)
{
	pthread_exit(NULL);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	if (bad) {
		pthread_mutex_unlock(&m);
		give_up();
	}
	n++;
	pthread_mutex_unlock(&m);
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
