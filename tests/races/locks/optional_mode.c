/* A mode argument: callers that hold the lock already say so. */
#include <pthread.h>
enum mode { LOCKED, NOT_LOCKED };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void take(enum mode m)
{
	if (m == NOT_LOCKED)
		pthread_mutex_lock(&lock);
}
static void give(enum mode m)
{
	if (m == NOT_LOCKED)
		pthread_mutex_unlock(&lock);
}
static void add(enum mode m, int by)
{
	take(m);
	total += by; // NORACE
	give(m);
}
static void *worker(void *a)
{
	add(NOT_LOCKED, 1);
	pthread_mutex_lock(&lock);
	add(LOCKED, 2);
	pthread_mutex_unlock(&lock);
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
