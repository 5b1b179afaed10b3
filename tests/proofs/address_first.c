/* Which of two objects lies first is not said: either may. What is found must hold when it is run again, whatever it was. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int first, second, third;
static int low, high, left, right, heap_low, heap_high, stack_low, stack_high;

static void *work(void *a)
{
	low = 1; // RACE 1
	high = 1; // RACE 2
	left = 1; // RACE 3
	right = 1; // RACE 4
	heap_low = 1; // RACE 5
	heap_high = 1; // RACE 6
	stack_low = 1; // RACE 7
	stack_high = 1; // RACE 8
	return a;
}

int main(void)
{
	int *a = malloc(4), *b = malloc(4), mine = 0;
	pthread_t t;

	third = second = 1;
	pthread_create(&t, 0, work, 0);
	if ((uintptr_t)&third < (uintptr_t)&first)
		low = 2; // RACE 1
	else
		high = 2; // RACE 2
	if ((uintptr_t)&second < (uintptr_t)a)
		left = 2; // RACE 3
	else
		right = 2; // RACE 4
	if ((uintptr_t)b < (uintptr_t)a)
		heap_low = 2; // RACE 5
	else
		heap_high = 2; // RACE 6
	if ((uintptr_t)&mine < (uintptr_t)b)
		stack_low = 2; // RACE 7
	else
		stack_high = 2; // RACE 8
	pthread_join(t, 0);
	free(a);
	free(b);
	return 0;
}
