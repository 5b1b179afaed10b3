/* In one order. */
#include <pthread.h>

static pthread_barrier_t x, y;

static void *left(void *arg)
{
	pthread_barrier_wait(&x);
	pthread_barrier_wait(&y);
	return arg;
}

static void *right(void *arg)
{
	pthread_barrier_wait(&x);
	pthread_barrier_wait(&y);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&x, NULL, 2);
	pthread_barrier_init(&y, NULL, 2);
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
