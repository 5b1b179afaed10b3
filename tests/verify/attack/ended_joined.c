/* A thread that has ended and was joined by main is in no order with one that was started before. */
// VERIFY: race
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
	pthread_create(&two, NULL, reads, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
