/* Elements and their locks, through functions that are handed the number: any, each in turn, and the last one. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER,PTHREAD_MUTEX_INITIALIZER};
static int x[4];
static int pick(void *p) { return (int) (long) p & 3; }
static void enter(int k) { pthread_mutex_lock(&m[k]); }
static void leave(int k) { pthread_mutex_unlock(&m[k]); }
static void *w(void *p)
{
	int k = pick(p);
	enter(k);
	x[k]++;                             // NORACE
	leave(k);
	return 0;
}
static void *two(void *p)
{
	for (int i = 0; i < 4; i++) {
		enter(i);
		x[i] += 2;                      // NORACE
		leave(i);
	}
	return p;
}
int main(void)
{
	pthread_t a, b, c;
	pthread_create(&a, 0, w, (void *) 3L);
	pthread_create(&c, 0, w, (void *) (long) rand());
	pthread_create(&b, 0, two, 0);
	enter(3);
	x[3] = 7;                           // NORACE
	leave(3);
	pthread_join(a, 0);
	pthread_join(b, 0);
	pthread_join(c, 0);
	return 0;
}
