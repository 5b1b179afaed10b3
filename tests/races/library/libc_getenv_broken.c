/* setenv in one thread while others may be in getenv: it moves the table that they walk through. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *worker(void *argument)
{
	const char *zone = getenv("SNAG_TEST_ZONE"); // RACE 1

	printf("%s\n", zone ? zone : "none"); // RACE 1
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	setenv("SNAG_TEST_ZONE", "UTC", 1); // RACE 1
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
