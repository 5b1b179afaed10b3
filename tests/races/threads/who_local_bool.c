/* A truth value of each thread, which only one of the two sets. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static _Thread_local bool left = true;
static int total;

static void *leave(void *argument)
{
	left = false;
	if (!left)
		total++; // NORACE
	return argument;
}

static void *work(void *argument)
{
	if (!left)
		total++; // NORACE
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, leave, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", total); // NORACE
	return 0;
}
