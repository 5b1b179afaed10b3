/* localtime returns a pointer to a struct of the library, one for all threads. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void stamp(char *text, size_t size, time_t when)
{
	struct tm *tm = localtime(&when); // RACE 1

	snprintf(text, size, "%02d:%02d", tm->tm_hour, tm->tm_min); // RACE 1
}

static void *access_log(void *argument)
{
	char text[16];

	for (int i = 0; i < 5; i++) {
		stamp(text, sizeof text, (time_t)1000 * i);
		printf("%s access\n", text);
	}
	return argument;
}

static void *error_log(void *argument)
{
	char text[16];

	for (int i = 0; i < 5; i++) {
		stamp(text, sizeof text, (time_t)5000 * i);
		printf("%s error\n", text);
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, access_log, NULL);
	pthread_create(&second, NULL, error_log, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
