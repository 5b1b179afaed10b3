/* Only main asks, but what comes between the look and the store asks again. */
#include <pthread.h>
#include <stddef.h>

static int rounds, started;

static void *tick(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void need(int depth);

static void prepare(int depth)
{
	if (depth)
		need(depth - 1);
}

static void need(int depth)
{
	pthread_t thread;

	if (started)
		return;
	prepare(depth);
	started = 1;
	pthread_create(&thread, NULL, tick, NULL);
}

int main(void)
{
	need(2);
	pthread_exit(NULL);
}
