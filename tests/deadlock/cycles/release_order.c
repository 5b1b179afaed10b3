/* In which order locks are let go does not matter. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *straight(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // NODEADLOCK
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *crossed(void *arg)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // NODEADLOCK
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, straight, NULL);
	pthread_create(&t2, NULL, crossed, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
