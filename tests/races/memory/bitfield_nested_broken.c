/* The bits of both directions of a pipe in one struct are one memory location, although no bit is used by both threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct channel {
	unsigned char in_paused : 1, in_failed : 1, out_paused : 1, out_failed : 1;
};

static void *pump_in(void *argument)
{
	struct channel *c = argument;

	for (int i = 0; i < 20; i++)
		c->in_paused = i & 1; // RACE-BITFIELD 1
	c->in_failed = 1; // RACE-BITFIELD 1
	return NULL;
}

static void *pump_out(void *argument)
{
	struct channel *c = argument;

	for (int i = 0; i < 20; i++)
		c->out_paused = i & 1; // RACE-BITFIELD 1
	c->out_failed = 0; // RACE-BITFIELD 1
	return NULL;
}

int main(void)
{
	struct channel *c = calloc(1, sizeof *c);
	pthread_t in, out;

	if (!c)
		return 1;
	pthread_create(&in, NULL, pump_in, c);
	pthread_create(&out, NULL, pump_out, c);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	printf("%d %d\n", c->in_failed, c->out_failed);
	free(c);
	return 0;
}
