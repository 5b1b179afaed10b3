/* A thread joins the main thread, which joins it. */
#include <pthread.h>

static pthread_t boss;
static int same;

static void *worker(void *arg)
{
	pthread_join(boss, NULL); // DEADLOCK 1
	same = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	boss = pthread_self();
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL); // DEADLOCK 1
	return 0;
}
