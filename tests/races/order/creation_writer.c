/* main writes, the others read: who reads is outside of main's section. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // NORACE
	return a;
}

static void *other(void *a)
{
	pthread_rwlock_rdlock(&lock);
	a = data ? a : NULL; // NORACE
	pthread_rwlock_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_rwlock_wrlock(&lock);
	pthread_create(&c, NULL, child, NULL);
	pthread_join(c, NULL);
	pthread_rwlock_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
