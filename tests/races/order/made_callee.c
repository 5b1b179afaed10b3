/* It is made by a function that is called while the lock is held. */
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
	if (!plan)
		plan = draw(); // NORACE
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	need();
	sum += plan[0];
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
