/* A mutex below a writer, and a reader below the mutex. */
#include <pthread.h>

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&rw); // DEADLOCK 1
	pthread_mutex_lock(&m); // DEADLOCK 1
	pthread_mutex_unlock(&m);
	pthread_rwlock_unlock(&rw);
	return arg;
}

static void *reader(void *arg)
{
	pthread_mutex_lock(&m); // DEADLOCK 1
	pthread_rwlock_rdlock(&rw); // DEADLOCK 1
	pthread_rwlock_unlock(&rw);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
