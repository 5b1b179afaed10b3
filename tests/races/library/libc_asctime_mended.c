/* asctime_r formats into a buffer of the caller's. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *show_birthdays(void *argument)
{
	for (int i = 0; i < 5; i++) {
		struct tm tm = { .tm_mday = i + 1, .tm_year = 70 };
		char buffer[26];
		const char *text = asctime_r(&tm, buffer); // NORACE

		printf("%.10s\n", text); // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, show_birthdays, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
