#include "log.h"

#include <pthread.h>
#include <stdio.h>

static void *worker(void *argument)
{
	for (int i = 0; i < 5; i++)
		log_printf("worker %d", *(int *)argument);
	return NULL;
}

int main(void)
{
	int numbers[2] = { 1, 2 };
	pthread_t threads[2];
	char line[64];

	log_open("test");
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, &numbers[i]);
	log_last(line, sizeof line);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	puts(line);
	return 0;
}
