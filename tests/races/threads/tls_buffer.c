/* A buffer for each thread: __thread makes the static buffer of a conversion function safe. */
#include <pthread.h>
#include <stdio.h>

static const char *seconds(long ms)
{
	static __thread char text[24];

	snprintf(text, sizeof text, "%ld.%03ld", ms / 1000, ms % 1000); // NORACE
	return text;
}

static void *report(void *argument)
{
	long ms = *(long *)argument;

	for (int i = 0; i < 5; i++)
		puts(seconds(ms + i)); // NORACE
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
