/* memcached, pull request 575: the logger thread, which adds to the statistics under their lock, was started one line before
 * stats_init, which resets them without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct stats {
	unsigned long log_worker_dropped, log_watcher_sent;
};

static struct stats stats;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t logger_tid;

static void logger_thread_sum_stats(const struct stats *ls)
{
	pthread_mutex_lock(&stats_lock);
	stats.log_worker_dropped += ls->log_worker_dropped; // RACE 1
	stats.log_watcher_sent += ls->log_watcher_sent; // RACE 2
	pthread_mutex_unlock(&stats_lock);
}

static void *logger_thread(void *argument)
{
	struct stats ls = { 0, 3 };

	for (int i = 0; i < 4; i++)
		logger_thread_sum_stats(&ls);
	return argument;
}

static void logger_init(void)
{
	pthread_create(&logger_tid, NULL, logger_thread, NULL);
}

static void stats_init(void)
{
	stats.log_worker_dropped = 0; // RACE 1
	stats.log_watcher_sent = 0; // RACE 2
}

int main(void)
{
	logger_init();
	stats_init();
	pthread_join(logger_tid, NULL);
	printf("%lu %lu\n", stats.log_worker_dropped, stats.log_watcher_sent);
	return 0;
}
