/* A thread smooths its own row of a picture from a second picture that nobody writes. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define ROWS 4
#define COLUMNS 16

static int picture[ROWS + 1][COLUMNS];
static int smooth[ROWS][COLUMNS];

static void *filter(void *argument)
{
	intptr_t row = (intptr_t)argument;

	for (int i = 0; i < COLUMNS; i++)
		smooth[row][i] = (picture[row][i] + picture[row + 1][i]) / 2; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t threads[ROWS];

	for (int r = 0; r <= ROWS; r++)
		for (int i = 0; i < COLUMNS; i++)
			picture[r][i] = r * i;
	for (intptr_t r = 0; r < ROWS; r++)
		pthread_create(&threads[r], NULL, filter, (void *)r);
	for (int r = 0; r < ROWS; r++)
		pthread_join(threads[r], NULL);
	printf("%d\n", smooth[1][1]);
	return 0;
}
