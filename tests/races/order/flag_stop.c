/* A plain flag is set to end the workers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

struct server {
	pthread_t thread[2];
	bool stopping;
	atomic_ulong polls;
};

static struct server server;

static bool must_stop(const struct server *s)
{
	return s->stopping; // RACE 1
}

static void *serve(void *argument)
{
	struct server *s = argument;

	while (!must_stop(s)) {
		s->polls++; // NORACE
		usleep(100);
	}
	return NULL;
}

int main(void)
{
	for (int i = 0; i < 2; i++)
		pthread_create(&server.thread[i], NULL, serve, &server);
	usleep(2000);
	server.stopping = true; // RACE 1
	for (int i = 0; i < 2; i++)
		pthread_join(server.thread[i], NULL);
	printf("%lu polls\n", server.polls);
	return 0;
}
