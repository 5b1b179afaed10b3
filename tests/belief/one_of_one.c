/* One use with a lock, and one with another: one of one is no evidence for either. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *first(void *argument)
{
	pthread_mutex_lock(&a);
	value = 1; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	pthread_mutex_lock(&b);
	value = 2; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
