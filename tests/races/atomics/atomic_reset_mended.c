/* As atomic_reset.c, but they are cleared one by one, too. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static struct {
	atomic_ulong reads, writes;
} stats;

static void *client(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		stats.reads++; // NORACE
		atomic_fetch_add(&stats.writes, 2); // NORACE
	}
	return argument;
}

static void stats_reset(void)
{
	stats.reads = 0; // NORACE
	atomic_store(&stats.writes, 0); // NORACE
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
