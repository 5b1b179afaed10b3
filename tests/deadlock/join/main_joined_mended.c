/* It only looks who the main thread is. */
#include <pthread.h>

static pthread_t boss;
static int same;

static void *worker(void *arg)
{
	same = pthread_equal(boss, pthread_self());
	return arg;
}

int main(void)
{
	pthread_t t;

	boss = pthread_self();
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
