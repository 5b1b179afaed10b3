/* The classic: each thread is given the address of the loop variable, which main counts on. */
#include <pthread.h>
#include <stdio.h>

static void *worker(void *argument)
{
	int number = *(int *)argument; // RACE 1

	printf("worker %d\n", number);
	return NULL;
}

int main(void)
{
	pthread_t threads[3];
	int i;

	for (i = 0; i < 3; i++) // RACE 1
		pthread_create(&threads[i], NULL, worker, &i);
	for (int j = 0; j < 3; j++)
		pthread_join(threads[j], NULL);
	return 0;
}
