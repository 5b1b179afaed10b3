/* Each thread is given the address of an element that is its own. */
#include <pthread.h>
#include <stdio.h>

static void *worker(void *argument)
{
	int number = *(int *)argument; // NORACE

	printf("worker %d\n", number);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int numbers[3], i;

	for (i = 0; i < 3; i++) { // NORACE
		numbers[i] = i; // NORACE
		pthread_create(&threads[i], NULL, worker, &numbers[i]);
	}
	for (int j = 0; j < 3; j++)
		pthread_join(threads[j], NULL);
	return 0;
}
