/* memcached, pull request 573, as proposed there: the lock is taken before the comparison. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static struct {
	unsigned int curr_conns;
} stats_state;

static struct {
	unsigned long rejected_conns;
} stats;

static struct {
	unsigned int maxconns;
	bool maxconns_fast;
} settings = { 2, true };

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;

static void STATS_LOCK(void)
{
	pthread_mutex_lock(&stats_lock);
}

static void STATS_UNLOCK(void)
{
	pthread_mutex_unlock(&stats_lock);
}

static void conn_new(void)
{
	STATS_LOCK();
	stats_state.curr_conns++; // NORACE
	STATS_UNLOCK();
}

static void conn_close(void)
{
	STATS_LOCK();
	stats_state.curr_conns--; // NORACE
	STATS_UNLOCK();
}

static bool accept_one(void)
{
	bool room = true;

	STATS_LOCK();
	if (settings.maxconns_fast && stats_state.curr_conns >= settings.maxconns) { // NORACE
		stats.rejected_conns++; // NORACE
		room = false;
	}
	STATS_UNLOCK();
	return room;
}

static void *drive_machine(void *argument)
{
	for (int i = 0; i < 10; i++) {
		if (accept_one()) {
			conn_new();
			conn_close();
		}
	}
	return argument;
}

int main(void)
{
	pthread_t workers[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&workers[i], NULL, drive_machine, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(workers[i], NULL);
	printf("%lu\n", stats.rejected_conns);
	return 0;
}
