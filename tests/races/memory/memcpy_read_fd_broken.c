/* Bytes that arrive by read(2): all connections use one buffer, and each has a thread. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct connection {
	int fd;
	long bytes;
};

static char buffer[64];

static void *receive(void *argument)
{
	struct connection *c = argument;
	ssize_t n;

	while ((n = read(c->fd, buffer, sizeof buffer)) > 0) // RACE 1
		c->bytes += n + buffer[0]; // RACE 1; NORACE
	return NULL;
}

static int start(struct connection *c, pthread_t *thread)
{
	int ends[2];

	if (pipe(ends) != 0 || write(ends[1], "hello", 5) != 5)
		return -1;
	close(ends[1]);
	c->fd = ends[0]; // NORACE
	return pthread_create(thread, NULL, receive, c);
}

int main(void)
{
	static struct connection connections[2];
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		if (start(&connections[i], &threads[i]) != 0)
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", connections[0].bytes + connections[1].bytes);
	return 0;
}
