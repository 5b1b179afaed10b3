/* For two. */
#include <pthread.h>

static pthread_barrier_t b;

static void *worker(void *arg)
{
	pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
