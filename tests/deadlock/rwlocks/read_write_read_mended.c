/* The helper reads, too. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static int get(void)
{
	int v;

	pthread_rwlock_rdlock(&rw);
	v = n;
	pthread_rwlock_unlock(&rw);
	return v;
}

static void *worker(void *arg)
{
	int v;

	pthread_rwlock_rdlock(&rw);
	v = get();
	pthread_rwlock_unlock(&rw);
	return v ? arg : NULL;
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
