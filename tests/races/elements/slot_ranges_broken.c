/* As slot_ranges.c, but the end of a range is included: the last element is the first one of the next range. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4
#define ELEMENTS 64

static int element[ELEMENTS + 1];

struct range {
	int from, to;
};

static void *scale(void *argument)
{
	struct range *r = argument;

	for (int i = r->from; i <= r->to; i++)
		element[i] = element[i] * 3 + 1; // RACE 1
	return NULL;
}

int main(void)
{
	struct range ranges[THREADS];
	pthread_t threads[THREADS];

	for (int i = 0; i < ELEMENTS; i++)
		element[i] = i;
	for (int i = 0; i < THREADS; i++) {
		ranges[i].from = i * (ELEMENTS / THREADS);
		ranges[i].to = (i + 1) * (ELEMENTS / THREADS);
		pthread_create(&threads[i], NULL, scale, &ranges[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", element[ELEMENTS - 1]);
	return 0;
}
