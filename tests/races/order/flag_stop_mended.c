/* As flag_stop.c, but the flag is a C11 atomic with relaxed order, which is enough: nothing else depends on it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

struct server {
	pthread_t thread[2];
	atomic_bool stopping;
	atomic_ulong polls;
};

static struct server server;

static bool must_stop(struct server *s)
{
	return atomic_load_explicit(&s->stopping, memory_order_relaxed); // NORACE
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
	atomic_store_explicit(&server.stopping, true, memory_order_relaxed); // NORACE
	for (int i = 0; i < 2; i++)
		pthread_join(server.thread[i], NULL);
	printf("%lu polls\n", server.polls);
	return 0;
}
