/* The configuration is replaced as a whole, by one assignment, under the lock that its readers hold, too. */
#include <pthread.h>
#include <stdio.h>

struct limits {
	int soft, hard;
};

struct configuration {
	int version;
	struct limits files, memory;
	char name[16];
};

static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct configuration active = { .version = 1 };
static long checks;

static void load(int version, struct configuration *out)
{
	*out = (struct configuration){ .version = version, .files = { 10, 20 }, .memory = { version, version * 2 } };
	snprintf(out->name, sizeof out->name, "v%d", version);
}

static void reload(int version)
{
	struct configuration fresh;

	load(version, &fresh);
	pthread_mutex_lock(&config_lock);
	active = fresh; // NORACE
	pthread_mutex_unlock(&config_lock);
}

static int memory_limit(void)
{
	int hard;

	pthread_mutex_lock(&config_lock);
	hard = active.memory.hard; // NORACE
	pthread_mutex_unlock(&config_lock);
	return hard;
}

static void *worker(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		int limit = memory_limit();
		pthread_mutex_lock(&stats_lock);
		checks += limit > 100; // NORACE
		pthread_mutex_unlock(&stats_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	for (int i = 2; i < 20; i++)
		reload(i);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", checks);
	return 0;
}
