/* All who wait are told. */
// VERIFY deadlock: deadlock-free
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waits(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&told, &lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *tells(void *unused)
{
	pthread_mutex_lock(&lock);
	ready = 1;
	pthread_cond_broadcast(&told);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, waits, NULL);
	pthread_create(&b, NULL, waits, NULL);
	pthread_create(&c, NULL, tells, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
