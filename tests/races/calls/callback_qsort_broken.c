/* As callback_qsort.c, but the comparison counts without the lock; the call comes from inside qsort. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NUMBERS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long compared;

static int by_size(const void *a, const void *b)
{
	const int *x = a, *y = b;

	compared++; // RACE 1
	return (*x > *y) - (*x < *y); // NORACE
}

static void *sorter(void *argument)
{
	int numbers[NUMBERS];

	for (int i = 0; i < NUMBERS; i++)
		numbers[i] = (i * 41 + 7) % 53;
	qsort(numbers, NUMBERS, sizeof *numbers, by_size);
	pthread_mutex_lock(&lock);
	printf("%d after %ld\n", numbers[0], compared); // RACE 1
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
