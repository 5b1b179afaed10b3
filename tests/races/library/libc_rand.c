/* rand has state in the library, but glibc locks it: no race, whatever the numbers are worth. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *roll(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += rand() % 6; // NORACE
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	srand(7); // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, roll, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
