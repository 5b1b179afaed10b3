/* The settings are read from the command line before there are threads, and never written again: no lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	int port, verbose;
	const char *root;
} settings;

static void parse(int argc, char **argv)
{
	settings.port = argc > 1 ? atoi(argv[1]) : 8080; // NORACE
	settings.verbose = argc > 2; // NORACE
	settings.root = "/srv"; // NORACE
}

static void *serve(void *argument)
{
	if (settings.verbose) // NORACE
		printf("%s on port %d\n", settings.root, settings.port); // NORACE
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	parse(argc, argv);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, serve, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
