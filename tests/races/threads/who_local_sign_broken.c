/* The flag is less than 0 from the start, and as a number without a sign it is not. */
#include <pthread.h>
#include <stdio.h>

static _Thread_local signed char left = -1;
static int total;

static void *work(void *argument)
{
	if (left < 0)
		total++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", total); // NORACE
	return 0;
}
