/* Two write under a lock that both share. */
// VERIFY: race
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_rwlock_rdlock(&l);
		n = i;
		pthread_rwlock_unlock(&l);
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_rwlock_wrlock(&l);
		n++;
		pthread_rwlock_unlock(&l);
		pthread_rwlock_rdlock(&l);
		n = i;
		pthread_rwlock_unlock(&l);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
