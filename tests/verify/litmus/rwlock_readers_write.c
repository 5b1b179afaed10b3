/* Two readers, one of which writes. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *unused)
{
	pthread_rwlock_rdlock(&l);
	data++;
	pthread_rwlock_unlock(&l);
	return unused;
}

static void *two(void *unused)
{
	pthread_rwlock_rdlock(&l);
	data++;
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
