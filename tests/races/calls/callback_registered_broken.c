/* As callback_registered.c, but the last handler is registered when the event thread runs already. */
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
	handlers[registered].call = call; // RACE 1
	handlers[registered].argument = argument; // RACE 2
	registered++; // RACE 3
}

static void on_tick(void *count)
{
	++*(int *)count; // NORACE
}

static void *events(void *argument)
{
	for (int i = 0; i < 100; i++)
		for (int h = 0; h < registered; h++) // RACE 3
			handlers[h].call(handlers[h].argument); // RACE 1; RACE 2
	return argument;
}

int main(void)
{
	pthread_t thread;

	handler_add(on_tick, &ticks);
	pthread_create(&thread, NULL, events, NULL);
	handler_add(on_tick, &beats);
	pthread_join(thread, NULL);
	registered = 0;
	printf("%d %d\n", ticks, beats);
	return 0;
}
