/* Two threads sort arrays of their own. The comparison counts itself, in a counter with a lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBERS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long compared;

static int by_size(const void *a, const void *b)
{
	const int *x = a, *y = b;

	pthread_mutex_lock(&lock);
	compared++; // NORACE
	pthread_mutex_unlock(&lock);
	return (*x > *y) - (*x < *y); // NORACE
}

static void *sorter(void *argument)
{
	int numbers[NUMBERS];

	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = (i * 41 + 7) % 53;
	qsort(numbers, NUMBERS, sizeof *numbers, by_size);
	pthread_mutex_lock(&lock);
	printf("%d after %ld\n", numbers[0], compared); // NORACE
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, sorter, NULL);
	pthread_create(&two, NULL, sorter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
