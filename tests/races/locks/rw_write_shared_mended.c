/* A reader/writer lock, taken as a writer by the function that changes the route. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int next_hop = 1;

static void set_route(int hop)
{
	pthread_rwlock_wrlock(&lock);
	next_hop = hop; // NORACE
	pthread_rwlock_unlock(&lock);
}

static int route(void)
{
	int hop;

	pthread_rwlock_rdlock(&lock);
	hop = next_hop; // NORACE
	pthread_rwlock_unlock(&lock);
	return hop;
}

static void *forward(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += route();
	printf("%d\n", sum > 0);
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, forward, NULL);
	for (int i = 0; i < 10; i++)
		set_route(i + 1);
	pthread_join(thread, NULL);
	return 0;
}
