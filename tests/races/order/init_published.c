/* An object is filled in by a function of its own while nobody else knows it, and then put where the others find it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct route {
	struct route *next;
	int target, weight;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct route *routes;

static void route_fill(struct route *r, int target)
{
	r->target = target; // NORACE
}

static void route_weigh(struct route *r, int weight)
{
	r->weight = weight; // NORACE
}

static void route_publish(struct route *r)
{
	pthread_mutex_lock(&lock);
	r->next = routes; // NORACE
	routes = r; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *learn(void *argument)
{
	for (int i = 0; i < 100; i++) {
		struct route *r = calloc(1, sizeof *r);

		if (!r)
			abort();
		route_fill(r, i);
		route_weigh(r, 2);
		route_publish(r);
	}
	return argument;
}

static void *choose(void *argument)
{
	long best = 0;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&lock);
		for (struct route *r = routes; r; r = r->next)
			best += r->weight * r->target; // NORACE
		pthread_mutex_unlock(&lock);
	}
	printf("%ld\n", best);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, learn, NULL);
	pthread_create(&two, NULL, choose, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
