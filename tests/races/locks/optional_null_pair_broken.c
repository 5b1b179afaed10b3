/* A pair of wrappers around a lock pointer that may be null; the shared counter has one. */
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
static void add(pthread_mutex_t *m, int *at)
{
	enter(m);
	(*at)++; // RACE 1
	leave(m);
}
static void *worker(void *a)
{
	int own = 0;

	add(&lock, &count);
	add(NULL, &own);
	add(NULL, &count);
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
