/* Numbers that do not tell the threads apart: one for all, one for two neighbours, one read through a pointer while main
 * counts on, and parts that overlap with the next one's. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

#define WORKERS 4

static long same[WORKERS], half[WORKERS], counter[WORKERS + 1], window[WORKERS + 1];

static void *same_main(void *argument)
{
	long i = (long)argument;

	snag_whose(&same[i]); // ANSWER: shared
	same[i]++; // RACE 1
	return NULL;
}

static void *half_main(void *argument)
{
	long i = (long)argument / 2;

	snag_whose(&half[i]); // ANSWER: shared
	half[i]++; // RACE 2
	return NULL;
}

static void *counter_main(void *argument)
{
	int i = *(int *)argument; // RACE 5

	snag_whose(&counter[i]); // ANSWER: shared
	counter[i]++; // RACE 3
	return NULL;
}

static void *window_main(void *argument)
{
	long i = (long)argument;

	snag_whose(&window[i]); // ANSWER: shared
	window[i]++; // RACE 4
	snag_whose(&window[i + 1]); // ANSWER: shared
	window[i + 1]++; // RACE 4
	return NULL;
}

int main(void)
{
	pthread_t a[WORKERS], b[WORKERS], c[WORKERS], d[WORKERS];
	int i;

	for (i = 0; i < WORKERS; i++) { // RACE 5
		pthread_create(&a[i], NULL, same_main, (void *)2L);
		pthread_create(&b[i], NULL, half_main, (void *)(long)i);
		pthread_create(&c[i], NULL, counter_main, &i);
		pthread_create(&d[i], NULL, window_main, (void *)(long)i);
	}
	for (int k = 0; k < WORKERS; k++) {
		pthread_join(a[k], NULL);
		pthread_join(b[k], NULL);
		pthread_join(c[k], NULL);
		pthread_join(d[k], NULL);
	}
	printf("%ld %ld %ld %ld\n", same[2], half[0], counter[1], window[1]);
	return 0;
}
