/* The static buffer of a conversion function, one for all threads. */
#include <pthread.h>
#include <stdio.h>

static const char *seconds(long ms)
{
	static char text[24];

	snprintf(text, sizeof text, "%ld.%03ld", ms / 1000, ms % 1000); // RACE 1
	return text;
}

static void *report(void *argument)
{
	long ms = *(long *)argument;

	for (int i = 0; i < 5; i++)
		puts(seconds(ms + i)); // RACE 1
	return NULL;
}

int main(void)
{
	long values[2] = { 1500, 90000 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, report, &values[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
