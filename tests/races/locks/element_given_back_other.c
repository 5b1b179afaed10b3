/* What is given back is another lock than the one that is held. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};
static int x;
static void *w(void *p)
{
	int k = 1 + (*(int *) p & 1);
	pthread_mutex_lock(&m[k]);
	pthread_mutex_lock(&m[0]);
	pthread_mutex_unlock(&m[k]);
	x++;                                // NORACE
	pthread_mutex_unlock(&m[0]);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	int k = rand();
	pthread_create(&a, 0, w, &k);
	pthread_create(&b, 0, w, &k);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
