/* Readers are in no order with each other: what the one wrote before its section the other may not use behind its own. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *one(void *unused)
{
	data++;
	pthread_rwlock_rdlock(&l);
	
	pthread_rwlock_unlock(&l);
	return unused;
}

static void *two(void *unused)
{
	pthread_rwlock_rdlock(&l);
	
	pthread_rwlock_unlock(&l);
	data++;
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
