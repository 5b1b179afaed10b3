/* They stop reading before. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_rwlock_rdlock(&rw);
	if (n < 10) {
		pthread_rwlock_unlock(&rw);
		pthread_rwlock_wrlock(&rw);
		n++;
	}
	pthread_rwlock_unlock(&rw);
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
