/* gmtime in one thread and localtime in another use the same struct of the library: here one lock guards that struct, from the
 * call until it has been read. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t tm_lock = PTHREAD_MUTEX_INITIALIZER;

static void *http_date(void *argument)
{
	for (int i = 0; i < 5; i++) {
		time_t now = (time_t)100000 * i;
		int year;

		pthread_mutex_lock(&tm_lock);
		year = gmtime(&now)->tm_year; // NORACE
		pthread_mutex_unlock(&tm_lock);
		printf("%d GMT\n", year + 1900);
	}
	return argument;
}

static int hour_of(time_t when)
{
	int hour;

	pthread_mutex_lock(&tm_lock);
	hour = localtime(&when)->tm_hour; // NORACE
	pthread_mutex_unlock(&tm_lock);
	return hour;
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
