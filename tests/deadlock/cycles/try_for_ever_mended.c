/* Who fails to get the second lock gives up the first one before he tries again. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *first(void *arg)
{
	pthread_mutex_lock(&a);
	while (pthread_mutex_trylock(&b)) {
		pthread_mutex_unlock(&a);
		sched_yield();
		pthread_mutex_lock(&a);
	}
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	n++;
	pthread_mutex_unlock(&a);
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
