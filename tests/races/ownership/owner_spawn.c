/* A connection is made by the acceptor and given to its thread. From pthread_create on the acceptor does not touch it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CONNECTIONS 3

struct connection {
	int number, bytes;
};

static void *serve(void *argument)
{
	struct connection *c = argument;

	for (int i = 0; i < c->number; i++) // NORACE
		c->bytes += 100; // NORACE
	return c;
}

int main(void)
{
	pthread_t threads[CONNECTIONS];
	void *closed[CONNECTIONS];
	long bytes = 0;

	for (int i = 0; i < CONNECTIONS; i++) {
		struct connection *c = calloc(1, sizeof *c);

		if (!c)
			abort();
		c->number = i + 1; // NORACE
		if (pthread_create(&threads[i], NULL, serve, c))
			abort();
	}
	for (int i = 0; i < CONNECTIONS; i++)
		pthread_join(threads[i], &closed[i]);
	for (int i = 0; i < CONNECTIONS; i++) {
		bytes += ((struct connection *)closed[i])->bytes; // NORACE
		free(closed[i]); // NORACE
	}
	printf("%ld\n", bytes);
	return 0;
}
