/* A server keeps its statistics in a struct inside it, with a lock of its own, and its settings under the outer lock. */
#include <pthread.h>
#include <stdio.h>

struct server {
	pthread_mutex_t lock;
	int limit;
	struct {
		pthread_mutex_t lock;
		long dropped;
	} stats;
};

static struct server server = { PTHREAD_MUTEX_INITIALIZER, 10, { PTHREAD_MUTEX_INITIALIZER, 0 } };

static void count_drop(struct server *s)
{
	pthread_mutex_lock(&s->stats.lock);
	s->stats.dropped++; // NORACE
	pthread_mutex_unlock(&s->stats.lock);
}

static void sweep(struct server *s)
{
	pthread_mutex_lock(&s->lock);
	if (s->limit > 5) { // NORACE
		s->limit--; // NORACE
		count_drop(s);
	}
	pthread_mutex_unlock(&s->lock);
}

static void *accept_loop(void *argument)
{
	for (int i = 0; i < 1000; i++)
		count_drop(&server);
	return argument;
}

static void *timer_loop(void *argument)
{
	for (int i = 0; i < 1000; i++)
		sweep(&server);
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, accept_loop, NULL);
	pthread_create(&two, NULL, timer_loop, NULL);
	pthread_create(&three, NULL, timer_loop, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%d %ld\n", server.limit, server.stats.dropped);
	return 0;
}
