/* A program that must change its environment late: all its own accesses go through two functions with a lock, and what is
 * found is copied before the unlock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t env_lock = PTHREAD_MUTEX_INITIALIZER;

static void env_set(const char *name, const char *value)
{
	pthread_mutex_lock(&env_lock);
	setenv(name, value, 1); // NORACE
	pthread_mutex_unlock(&env_lock);
}

static void env_get(const char *name, char *value, size_t size)
{
	const char *found;

	pthread_mutex_lock(&env_lock);
	found = getenv(name); // NORACE
	snprintf(value, size, "%s", found ? found : ""); // NORACE
	pthread_mutex_unlock(&env_lock);
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
