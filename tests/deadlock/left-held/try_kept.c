/* What a successful try has taken is kept on one way out; the other thread waits for it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *first(void *arg)
{
	if (pthread_mutex_trylock(&m) == 0) {
		n++;
		if (n > 0)
			return NULL; // LOCK-LEAK
		pthread_mutex_unlock(&m);
	}
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
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
