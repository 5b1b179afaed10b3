/* The lock is given back behind the loop in that case. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int item[8];

static void *worker(void *arg)
{
	for (int i = 0; i < 8; i++) {
		pthread_mutex_lock(&m);
		if (item[i] == 0) {
			pthread_mutex_unlock(&m);
			break;
		}
		item[i]--;
		pthread_mutex_unlock(&m);
	}
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
