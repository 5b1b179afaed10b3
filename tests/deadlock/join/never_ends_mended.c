/* It is reset before. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int running = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static void *worker(void *arg)
{
	while (running) {
		pthread_mutex_lock(&m);
		rounds++;
		pthread_mutex_unlock(&m);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	running = 0;
	pthread_join(t, NULL);
	return 0;
}
