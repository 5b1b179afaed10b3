/* A function that is called while the child lives lets others in for a moment. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *child(void *a)
{
	data++; // RACE 1
	return a;
}

static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // RACE 1
	pthread_mutex_unlock(&lock);
	return a;
}

static void breathe(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
	pthread_mutex_lock(m);
}

int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	breathe(&lock);
	pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
