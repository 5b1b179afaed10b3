/* As join_wrapper_place.c, but: the loop of the joins leaves one out; the wrapper says 1 for a thread that it has started, and who
 * counts until it fails does not count that one; two threads of a round have one place. */
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 3 };

static int left_out, uncounted, replaced;

static void *first(void *argument)
{
	left_out = 1; // RACE 1
	return argument;
}

static void *second(void *argument)
{
	uncounted = 1; // RACE 2
	return argument;
}

static void *third(void *argument)
{
	replaced = 1; // RACE 3
	return argument;
}

static void start_first(pthread_t *thread)
{
	pthread_create(thread, NULL, first, NULL);
}

static int start_second(pthread_t *thread)
{
	return !pthread_create(thread, NULL, second, NULL);
}

static void start_third(pthread_t *thread)
{
	pthread_create(thread, NULL, third, NULL);
}

int main(void)
{
	pthread_t thread[THREADS];
	int n = 0;

	for (int i = 0; i < THREADS; i++)
		start_first(&thread[i]);
	for (int i = 1; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%d\n", left_out); // RACE 1
	for (n = 0; n < THREADS; n++)
		if (start_second(&thread[n]))
			break;
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	printf("%d\n", uncounted); // RACE 2
	for (int i = 0; i < THREADS; i++) {
		start_third(&thread[i]);
		start_third(&thread[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%d\n", replaced); // RACE 3
	return 0;
}
