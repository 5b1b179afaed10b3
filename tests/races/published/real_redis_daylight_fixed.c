/* redis, pull request 13191, fixed as there: daylight_active is atomic. unixtime is the main thread's alone. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static struct redisServer {
	time_t unixtime;
	atomic_int daylight_active;
} server;

static void updateCachedTime(void)
{
	struct tm tm;
	time_t now = time(NULL);

	server.unixtime = now;
	localtime_r(&now, &tm);
	atomic_store_explicit(&server.daylight_active, tm.tm_isdst, memory_order_relaxed); // NORACE
}

static void serverLog(const char *text)
{
	int daylight = atomic_load_explicit(&server.daylight_active, memory_order_relaxed); // NORACE

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
