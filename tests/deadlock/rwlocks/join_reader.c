/* Who reads under the lock waits for a thread that writes under it. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *worker(void *arg)
{
	pthread_rwlock_wrlock(&lock); // WAIT-HOLDING 1
	n++;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_rwlock_rdlock(&lock); // WAIT-HOLDING 1
	pthread_join(t, NULL); // WAIT-HOLDING 1
	pthread_rwlock_unlock(&lock);
	return 0;
}
