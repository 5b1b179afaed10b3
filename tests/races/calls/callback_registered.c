/* Handlers are registered before the event thread starts, and removed when it has been joined; it calls them without a lock. */
#include <pthread.h>
#include <stdio.h>

#define HANDLERS 4

static struct {
	void (*call)(void *);
	void *argument;
} handlers[HANDLERS];
static int registered;
static int ticks, beats;

static void handler_add(void (*call)(void *), void *argument)
{
	handlers[registered].call = call; // NORACE
	handlers[registered].argument = argument; // NORACE
	registered++; // NORACE
}

static void on_tick(void *count)
{
	++*(int *)count; // NORACE
}

static void *events(void *argument)
{
	for (int i = 0; i < 100; i++)
		for (int h = 0; h < registered; h++) // NORACE
			handlers[h].call(handlers[h].argument); // NORACE
	return argument;
}

int main(void)
{
	pthread_t thread;

	handler_add(on_tick, &ticks);
	handler_add(on_tick, &beats);
	pthread_create(&thread, NULL, events, NULL);
	pthread_join(thread, NULL);
	registered = 0;
	printf("%d %d\n", ticks, beats);
	return 0;
}
