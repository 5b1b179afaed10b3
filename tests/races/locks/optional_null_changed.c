/* The pointer is set to null before the wrappers, for whoever asks: then nobody is kept out. */
#include <pthread.h>
#include <stddef.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void enter(pthread_mutex_t *m)
{
	if (m)
		pthread_mutex_lock(m);
}

static void leave(pthread_mutex_t *m)
{
	if (m)
		pthread_mutex_unlock(m);
}

static void add(pthread_mutex_t *m)
{
	enter(m);
	count++; // NORACE
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
