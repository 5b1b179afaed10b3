/* A program that must change its environment late: the function that sets has a lock, the one that gets has none, as
 * it only reads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t env_lock = PTHREAD_MUTEX_INITIALIZER;

static void env_set(const char *name, const char *value)
{
	pthread_mutex_lock(&env_lock);
	setenv(name, value, 1); // RACE 1
	pthread_mutex_unlock(&env_lock);
}

static void env_get(const char *name, char *value, size_t size)
{
	const char *found;

	found = getenv(name); // RACE 1
	snprintf(value, size, "%s", found ? found : ""); // RACE 1
}

static void *spawn_tool(void *argument)
{
	char path[256];

	for (int i = 0; i < 5; i++)
		env_get("SNAG_TEST_PATH", path, sizeof path);
	puts(path);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, spawn_tool, NULL);
	for (int i = 0; i < 5; i++)
		env_set("SNAG_TEST_PATH", i & 1 ? "/bin" : "/usr/bin");
	pthread_join(thread, NULL);
	return 0;
}
