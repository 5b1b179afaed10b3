/* New readers do not wait for writers, as by default. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_rwlock_t a, b;

static void *first(void *arg)
{
	pthread_rwlock_rdlock(&a);
	pthread_rwlock_rdlock(&b);
	pthread_rwlock_unlock(&b);
	pthread_rwlock_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_rwlock_rdlock(&b);
	pthread_rwlock_rdlock(&a);
	pthread_rwlock_unlock(&a);
	pthread_rwlock_unlock(&b);
	return arg;
}

static void *third(void *arg)
{
	pthread_rwlock_wrlock(&a);
	pthread_rwlock_unlock(&a);
	return arg;
}

static void *fourth(void *arg)
{
	pthread_rwlock_wrlock(&b);
	pthread_rwlock_unlock(&b);
	return arg;
}

static void setup(void)
{
	pthread_rwlockattr_t kind;

	pthread_rwlockattr_init(&kind);
	pthread_rwlock_init(&a, &kind);
	pthread_rwlock_init(&b, &kind);
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	setup();
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_create(&t3, NULL, third, NULL);
	pthread_create(&t4, NULL, fourth, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	return 0;
}
