/* The lock of an element, while the next one is changed. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};
static int x[4];
static void enter(int k) { pthread_mutex_lock(&m[k]); }
static void leave(int k) { pthread_mutex_unlock(&m[k]); }
static void *w(void *p)
{
	int k = (int) (long) p & 3;
	enter(k);
	x[k]++;                             // RACE 1
	leave(k);
	return 0;
}
static void *two(void *p)
{
	for (int i = 0; i < 3; i++) {
		enter(i);
		x[i + 1] += 2;                  // RACE 1
		leave(i);
	}
	return p;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, w, (void *) (long) rand());
	pthread_create(&b, 0, two, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
