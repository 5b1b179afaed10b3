/* Two functions make it, each if nobody has. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static int small[4], large[40];
static _Atomic int sum;
static void need_small(void)
{
	pthread_mutex_lock(&m);
	if (!shared)
		shared = small; // NORACE
	pthread_mutex_unlock(&m);
}
static void need_large(void)
{
	pthread_mutex_lock(&m);
	if (!shared)
		shared = large; // NORACE
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	if (rand() % 2)
		need_small();
	else
		need_large();
	sum += shared[1];
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return sum;
}
