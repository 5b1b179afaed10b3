/* Wrappers around a lock pointer that may be null; inverted, the lock is not taken where there is one. */
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, spare = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void enter(pthread_mutex_t *m)
{
	if (!m)
		pthread_mutex_lock(&spare);
}

static void leave(pthread_mutex_t *m)
{
	if (!m)
		pthread_mutex_unlock(&spare);
}

static void add(pthread_mutex_t *m)
{
	enter(m);
	count++; // RACE 1
	leave(m);
}

static void *worker(void *a)
{
	add(&lock);
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
