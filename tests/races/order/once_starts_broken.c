/* What runs under once starts a thread, once, and goes on beside it. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int state;

static void *helper(void *argument)
{
	state++; // RACE 1
	return argument;
}

static void prepare(void)
{
	pthread_t one;

	pthread_create(&one, NULL, helper, NULL);
	state = 1; // RACE 1
}

static void *worker(void *argument)
{
	pthread_once(&once, prepare);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
