/* One element is sorted. */
// PROVED: assuming
#include <pthread.h>
#include <stdlib.h>

static int numbers[2];

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void *work(void *unused)
{
	qsort(numbers, 1, sizeof *numbers, compare); // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	numbers[0] = 1; // NORACE reported: there is nothing to move
	pthread_join(t, 0);
	return 0;
}
