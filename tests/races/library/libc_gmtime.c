/* gmtime in one thread and localtime in another use the same struct of the library. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *http_date(void *argument)
{
	for (int i = 0; i < 5; i++) {
		time_t now = (time_t)100000 * i;
		int year = gmtime(&now)->tm_year; // RACE 1

		printf("%d GMT\n", year + 1900);
	}
	return argument;
}

static int hour_of(time_t when)
{
	return localtime(&when)->tm_hour; // RACE 1
}

int main(void)
{
	pthread_t server;

	pthread_create(&server, NULL, http_date, NULL);
	for (int i = 0; i < 5; i++)
		printf("%d\n", hour_of((time_t)7000 * i));
	pthread_join(server, NULL);
	return 0;
}
