/* It comes to the barrier in any case. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_barrier_t b;
static _Atomic int n;

static void *left(void *arg)
{
	if (rand() % 2)
		n++;
	pthread_barrier_wait(&b);
	return arg;
}

static void *right(void *arg)
{
	n++;
	pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
