/* Counters that are atomic one by one, and cleared by memset: that is plain access to all of them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static struct {
	atomic_ulong reads, writes;
} stats;

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		stats.reads++; // RACE 1
		atomic_fetch_add(&stats.writes, 2); // RACE 2
	}
	return argument;
}

static void stats_reset(void)
{
	memset(&stats, 0, sizeof stats); // RACE 1; RACE 2
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	for (int i = 0; i < 50; i++)
		stats_reset();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%lu %lu\n", stats.reads, stats.writes);
	return 0;
}
