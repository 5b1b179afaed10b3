/* Two rwlocks in opposite orders; the locks that are waited for are wanted for writing, or held for it. */
#include <pthread.h>

static pthread_rwlock_t names = PTHREAD_RWLOCK_INITIALIZER, sizes = PTHREAD_RWLOCK_INITIALIZER;
static int name, size;

static void *rename_it(void *argument)
{
	pthread_rwlock_wrlock(&names); // DEADLOCK 1
	pthread_rwlock_rdlock(&sizes); // DEADLOCK 1
	name = size; // NORACE
	pthread_rwlock_unlock(&sizes);
	pthread_rwlock_unlock(&names);
	return argument;
}

static void *resize_it(void *argument)
{
	pthread_rwlock_wrlock(&sizes); // DEADLOCK 1
	pthread_rwlock_rdlock(&names); // DEADLOCK 1
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
