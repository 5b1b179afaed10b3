/* The configuration is read before the threads start and never changed again: they read it without a lock. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct config {
	char host[32];
	int port, backlog;
} config;

static void read_config(const char *host)
{
	strncpy(config.host, host, sizeof config.host - 1); // NORACE
	config.backlog = 16; // NORACE
}

static void choose_port(int port)
{
	config.port = port; // NORACE
}

static void *listener(void *argument)
{
	char address[64];

	snprintf(address, sizeof address, "%s:%d", config.host, config.port); // NORACE
	printf("%s %d\n", address, config.backlog); // NORACE
	return argument;
}

int main(void)
{
	pthread_t thread;

	read_config("localhost");
	choose_port(8080);
	pthread_create(&thread, NULL, listener, NULL);
	pthread_join(thread, NULL);
	return 0;
}
