/* redis, pull request 13191: the main thread refreshes server.daylight_active with the cached time, and background threads
 * read it to date their log lines. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static struct redisServer {
	time_t unixtime;
	int daylight_active;
} server;

static void updateCachedTime(void)
{
	struct tm tm;
	time_t now = time(NULL);

	server.unixtime = now;
	localtime_r(&now, &tm);
	server.daylight_active = tm.tm_isdst; // RACE 1
}

static void serverLog(const char *text)
{
	int daylight = server.daylight_active; // RACE 1

	printf("%s %s\n", daylight ? "summer" : "winter", text);
}

static void *bioProcessBackgroundJobs(void *argument)
{
	for (int i = 0; i < 5; i++)
		serverLog("job done");
	return argument;
}

int main(void)
{
	pthread_t bio;

	pthread_create(&bio, NULL, bioProcessBackgroundJobs, NULL);
	for (int i = 0; i < 5; i++)
		updateCachedTime();
	pthread_join(bio, NULL);
	return server.unixtime == 0;
}
