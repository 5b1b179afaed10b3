/* The lock is given back while it is made: two may come to the store. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *plan;
static _Atomic int sum;
static int *draw(void)
{
	int *p = calloc(4, sizeof *p);

	if (!p)
		abort();
	return p;
}
static void need(void)
{
	pthread_mutex_lock(&m);
	if (!plan) {
		pthread_mutex_unlock(&m);
		int *p = draw();
		pthread_mutex_lock(&m);
		plan = p; // RACE 1
	}
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	need();
	sum += plan[0]; // RACE 1
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
