/* As ended_joined.c; the second thread is started behind the join. */
// VERIFY: race-free
#include <pthread.h>

static int shared;

static void *writes(void *argument)
{
	shared = 1;
	return argument;
}

static void *reads(void *argument)
{
	return shared ? argument : NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writes, NULL);
	pthread_join(one, NULL);
	pthread_create(&two, NULL, reads, NULL);
	pthread_join(two, NULL);
	return 0;
}
