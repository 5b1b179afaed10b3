/* Main comes, too. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t b;
static _Atomic int n;

static void *worker(void *arg)
{
	n++;
	pthread_barrier_wait(&b);
	return arg;
}

int main(void)
{
	pthread_t t[3];

	pthread_barrier_init(&b, NULL, 4);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	pthread_barrier_wait(&b);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
