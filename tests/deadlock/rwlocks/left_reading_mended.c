/* It stops. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *reader(void *arg)
{
	int v;

	pthread_rwlock_rdlock(&rw);
	v = n;
	if (v == 0) {
		pthread_rwlock_unlock(&rw);
		return NULL;
	}
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&rw);
	n = 2;
	pthread_rwlock_unlock(&rw);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, writer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
