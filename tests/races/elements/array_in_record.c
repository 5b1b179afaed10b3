/* An index that is not known stays in its array: the samples of the statistics are no neighbour of what stands beside them, and the name of an
 * element is not its length. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define KINDS 3
#define SAMPLES 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	int level; /* set before there are threads */
	struct {
		long sum;
		long sample[SAMPLES];
		int next;
	} metric[KINDS];
	int verbosity; /* likewise */
} server;

static struct {
	unsigned hits;
	char name[12];
} user[8];

/* Whatever it is, byte by byte: the analysis of pointers no longer tells its members apart. */
static void clear(void *at, size_t n)
{
	for (char *c = at; n--; c++)
		*c = 0; // NORACE
}

static void *cron(void *argument)
{
	for (int i = 0; i < 100; i++) {
		int kind = rand() % KINDS;
		pthread_mutex_lock(&lock);
		server.metric[kind].sample[server.metric[kind].next] = i; // NORACE
		server.metric[kind].next = (server.metric[kind].next + 1) % SAMPLES; // NORACE
		server.metric[kind].sum += i; // NORACE
		pthread_mutex_unlock(&lock);
		user[i % 8].name[i % 12] = 'a'; // NORACE
	}
	return argument;
}

static void *reporter(void *argument)
{
	for (int i = 0; i < 100; i++) {
		if (server.verbosity > 1) // NORACE
			printf("%d\n", server.level); // NORACE
		user[i % 8].hits++; // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	clear(&server, sizeof server);
	clear(user, sizeof user);
	server.verbosity = server.level = 2;
	pthread_create(&one, NULL, cron, NULL);
	pthread_create(&two, NULL, reporter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
