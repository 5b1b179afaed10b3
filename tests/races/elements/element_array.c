/* An array of counters, each with a lock beside it: the element that is counted is the element that is locked. */
#include <pthread.h>
#include <stdio.h>

#define ROUTES 16

static struct route {
	pthread_mutex_t lock;
	unsigned long hits;
} routes[ROUTES];

static void hit(unsigned key)
{
	struct route *r = &routes[key % ROUTES];

	pthread_mutex_lock(&r->lock);
	r->hits++; // NORACE
	pthread_mutex_unlock(&r->lock);
}

static void *serve(void *argument)
{
	for (unsigned i = 0; i < 2000; i++)
		hit(i * 7);
	return argument;
}

static void *report(void *argument)
{
	unsigned long most = 0;

	for (int i = 0; i < ROUTES; i++) {
		pthread_mutex_lock(&routes[i].lock);
		if (routes[i].hits > most) // NORACE
			most = routes[i].hits; // NORACE
		pthread_mutex_unlock(&routes[i].lock);
	}
	printf("%lu\n", most);
	return argument;
}

int main(void)
{
	pthread_t server, reporter;

	for (int i = 0; i < ROUTES; i++)
		pthread_mutex_init(&routes[i].lock, NULL);
	pthread_create(&server, NULL, serve, NULL);
	pthread_create(&reporter, NULL, report, NULL);
	pthread_join(server, NULL);
	pthread_join(reporter, NULL);
	return 0;
}
