/* Opposite orders, and one of the two threads only reads: what it holds, the other one wants for reading, too, and gets.
 * pthread_rwlock_rdlock of glibc waits for writers that hold the lock only, by default. */
#include <pthread.h>

static pthread_rwlock_t names = PTHREAD_RWLOCK_INITIALIZER, sizes = PTHREAD_RWLOCK_INITIALIZER;
static int name, size;

static void *rename_it(void *argument)
{
	pthread_rwlock_rdlock(&names); // NODEADLOCK
	pthread_rwlock_rdlock(&sizes); // NODEADLOCK
	(void)(name + size); // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	return argument;
}

static void *resize_it(void *argument)
{
	pthread_rwlock_wrlock(&sizes); // NODEADLOCK
	pthread_rwlock_rdlock(&names); // NODEADLOCK
	size = name; // NORACE
	pthread_rwlock_unlock(&names);
	pthread_rwlock_unlock(&sizes);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, rename_it, NULL);
	pthread_create(&t2, NULL, resize_it, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
