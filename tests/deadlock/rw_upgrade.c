/* A reader that finds work takes the same lock for writing, in a function below: it waits for all readers, itself included. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int entries, dirty;

static void clean(void)
{
	pthread_rwlock_wrlock(&lock); // SELF-DEADLOCK
	dirty = 0; // NORACE
	pthread_rwlock_unlock(&lock);
}

static void *look(void *argument)
{
	int n;

	pthread_rwlock_rdlock(&lock);
	n = entries; // NORACE
	if (n && dirty) // NORACE
		clean();
	pthread_rwlock_unlock(&lock);
	return argument;
}

static void *fill(void *argument)
{
	pthread_rwlock_wrlock(&lock);
	entries++; // NORACE
	dirty = 1; // NORACE
	pthread_rwlock_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, look, NULL);
	pthread_create(&t2, NULL, fill, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
