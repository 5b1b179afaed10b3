/* Both second locks are tried for only. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *first(void *arg)
{
	if (pthread_mutex_trylock(&a))
		return arg;
	if (!pthread_mutex_trylock(&b)) {
		n++;
		pthread_mutex_unlock(&b);
	}
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&b);
	if (!pthread_mutex_trylock(&a)) {
		n++;
		pthread_mutex_unlock(&a);
	}
	pthread_mutex_unlock(&b);
	return arg;
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
