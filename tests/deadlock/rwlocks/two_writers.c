/* Two rwlocks written in two orders. */
#include <pthread.h>

static pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

static void *first(void *arg)
{
	pthread_rwlock_wrlock(&a); // DEADLOCK 1
	pthread_rwlock_rdlock(&b); // DEADLOCK 1
	pthread_rwlock_unlock(&b);
	pthread_rwlock_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_rwlock_wrlock(&b); // DEADLOCK 1
	pthread_rwlock_rdlock(&a); // DEADLOCK 1
	pthread_rwlock_unlock(&a);
	pthread_rwlock_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
