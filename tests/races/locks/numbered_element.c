/* The lock of an element that is chosen at run time, against that of one element: they are one lock if the elements are one. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};
static int x[4];
static void *w(void *p)
{
	int k = *(int *) p & 3;
	pthread_mutex_lock(&m[k]);
	x[k]++;                             // NORACE
	pthread_mutex_unlock(&m[k]);
	return 0;
}
static void *two(void *p)
{
	pthread_mutex_lock(&m[2]);
	x[2]++;                             // NORACE
	pthread_mutex_unlock(&m[2]);
	return p;
}
int main(void)
{
	pthread_t a, b;
	int k = rand();
	pthread_create(&a, 0, w, &k);
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
