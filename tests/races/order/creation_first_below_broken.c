/* The child starts another thread before it takes the lock: that one need not have waited. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *early(void *a)
{
	return data ? a : NULL; // RACE 1
}

static void *child(void *a)
{
	pthread_t e;

	pthread_create(&e, NULL, early, NULL);
	pthread_mutex_lock(&lock);
	data++; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(e, NULL);
	return a;
}

int main(void)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	data = 5; // RACE 1
	pthread_mutex_unlock(&lock);
	pthread_join(c, NULL);
	return 0;
}
