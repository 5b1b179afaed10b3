/* Who reads under the lock waits for a sign of one that reads as well, first, and nobody writes. */
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t ready;
static int n;

static void *reader(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	sem_wait(&ready);
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *helper(void *arg)
{
	pthread_rwlock_rdlock(&lock);
	(void)n;
	pthread_rwlock_unlock(&lock);
	sem_post(&ready);
	return arg;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&ready, 0, 0);
	pthread_create(&t, NULL, reader, NULL);
	pthread_create(&u, NULL, helper, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return n;
}
