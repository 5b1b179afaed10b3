/* The environment is set up before there are threads; after that it is only read. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *worker(void *argument)
{
	const char *zone = getenv("SNAG_TEST_ZONE"); // NORACE

	printf("%s\n", zone ? zone : "none");
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	setenv("SNAG_TEST_ZONE", "UTC", 1); // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
