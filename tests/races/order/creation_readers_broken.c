/* A lock for reading keeps no other reader out. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	pthread_rwlock_rdlock(&lock);
	a = data ? a : NULL; // RACE 1
	pthread_rwlock_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_rwlock_rdlock(&lock);
	pthread_create(&c, NULL, child, NULL);
	pthread_join(c, NULL);
	pthread_rwlock_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
