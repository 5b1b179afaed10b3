/* The drand48 family has one state in the library, without a lock: drand48 in one thread and lrand48 in another share it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *jitter(void *argument)
{
	double sum = 0;

	for (int i = 0; i < 10; i++)
		sum += drand48(); // RACE 1
	printf("%d\n", sum < 10);
	return argument;
}

static void *pick_port(void *argument)
{
	long port = 0;

	for (int i = 0; i < 10; i++)
		port = 1024 + lrand48() % 1000; // RACE 1
	printf("%d\n", port > 0);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	srand48(1); // NORACE
	pthread_create(&first, NULL, jitter, NULL);
	pthread_create(&second, NULL, pick_port, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
