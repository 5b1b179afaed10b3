/* Each request draws a number, and a helper thread of its own works on the record of that number; who started it waits. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { RECORDS = 64 };

static atomic_long next_record;
static long record[RECORDS];

static void *helper(void *argument)
{
	long n = (long)(intptr_t)argument;

	record[n] += n * 2; // NORACE reported: the number that a helper was started with is not known to be drawn
	return NULL;
}

static void *request(void *argument)
{
	for (int i = 0; i < 8; i++) {
		long n = atomic_fetch_add(&next_record, 1);
		pthread_t t;
		if (n >= RECORDS)
			break;
		if (pthread_create(&t, NULL, helper, (void *)(intptr_t)n))
			break;
		pthread_join(t, NULL);
		record[n] += 1; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;
	long sum = 0;

	pthread_create(&one, NULL, request, NULL);
	pthread_create(&two, NULL, request, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	for (int i = 0; i < RECORDS; i++)
		sum += record[i];
	printf("%ld\n", sum);
	return 0;
}
