/* As init_reused.c, but the shared object is reset without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct stats {
	long requests, errors;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stats *current;

static void stats_clear(struct stats *s)
{
	s->requests = 0; // RACE 1
	s->errors = 0; // RACE 2
}

static struct stats *stats_new(void)
{
	struct stats *s = malloc(sizeof *s);

	if (!s)
		abort();
	stats_clear(s);
	return s;
}

static void *serve(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		current->requests++; // RACE 1
		current->errors += i % 10 == 0; // RACE 2
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *rotate(void *argument)
{
	for (int i = 0; i < 100; i++) {
		stats_clear(current);
	}
	return argument;
}

int main(void)
{
	pthread_t server, clock;

	current = stats_new();
	pthread_create(&server, NULL, serve, NULL);
	pthread_create(&clock, NULL, rotate, NULL);
	pthread_join(server, NULL);
	pthread_join(clock, NULL);
	printf("%ld %ld\n", current->requests, current->errors);
	free(current);
	return 0;
}
