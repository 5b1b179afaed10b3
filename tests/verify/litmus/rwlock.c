/* A writer and a reader. */
// VERIFY: race-free
#include <pthread.h>

static int data;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *unused)
{
	pthread_rwlock_wrlock(&l);
	data++;
	pthread_rwlock_unlock(&l);
	return unused;
}

static void *two(void *unused)
{
	pthread_rwlock_rdlock(&l);
	(void)*(volatile int *)&data;
	pthread_rwlock_unlock(&l);
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
