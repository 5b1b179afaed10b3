/* Indices that look distinct and are not: ranges that have an element in common, a loop that begins at the first one, a place behind the loop, a counter that
 * is set back, a pointer that does not point to the start of its block. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static int samples[64], tail[64], shared_slot[1024];
static atomic_int next_slot;
static int *block, *whole, *moved;

static void *low(void *argument)
{
	int i;

	for (i = 0; i <= 32; i++)
		samples[i] *= 2; // RACE 1
	for (i = 0; i < 32; i++)
		tail[i]++; // NORACE
	tail[i]++; // RACE 2
	for (i = 0; i < 4; i++)
		block[i]++; // RACE 3
	for (i = 1; i < 4; i++)
		whole[i]++; // RACE 4
	return argument;
}

static void *high(void *argument)
{
	for (int i = 32; i < 64; i++) {
		samples[i] += 1; // RACE 1
		tail[i]--; // RACE 2
	}
	block[0] = 5; // RACE 3
	moved[0] = 5; // RACE 4
	return argument;
}

static void *drawer(void *argument)
{
	for (int i = 0; i < 10; i++) {
		int n = atomic_fetch_add(&next_slot, 1);
		if (n > 1000)
			atomic_store(&next_slot, 0);
		if (n < 1024)
			shared_slot[n]++; // RACE 5
	}
	return argument;
}

int main(void)
{
	pthread_t t[4];

	block = calloc(8, sizeof *block);
	whole = calloc(8, sizeof *whole);
	if (!block || !whole)
		abort();
	moved = whole + 1;
	pthread_create(&t[0], NULL, low, NULL);
	pthread_create(&t[1], NULL, high, NULL);
	pthread_create(&t[2], NULL, drawer, NULL);
	pthread_create(&t[3], NULL, drawer, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %d\n", samples[32], tail[32], shared_slot[0]);
	return 0;
}
