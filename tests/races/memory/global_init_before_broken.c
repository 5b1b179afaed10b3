/* The threads are started early, because that takes long, and the settings are read from the command line meanwhile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	int port, verbose;
	const char *root;
} settings;

static void parse(int argc, char **argv)
{
	settings.port = argc > 1 ? atoi(argv[1]) : 8080; // RACE 1
	settings.verbose = argc > 2; // RACE 2
	settings.root = "/srv"; // RACE 3
}

static void *serve(void *argument)
{
	if (settings.verbose) // RACE 2
		printf("%s on port %d\n", settings.root, settings.port); // RACE 1; RACE 3
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, serve, NULL);
	parse(argc, argv);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
