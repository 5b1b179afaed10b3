/* The barrier counts the main thread, which joins without having come. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static _Atomic int n;

static void *worker(void *arg)
{
	n++;
	pthread_barrier_wait(&b); // DEADLOCK
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_barrier_init(&b, NULL, 4);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
