/* Two functions make it, and one of them does not look whether somebody has. */
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
		shared = small;
	pthread_mutex_unlock(&m);
}
static void need_large(void)
{
	pthread_mutex_lock(&m);
	shared = large; // RACE 1
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	if (rand() % 2)
		need_small();
	else
		need_large();
	sum += shared[1]; // RACE 1
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
