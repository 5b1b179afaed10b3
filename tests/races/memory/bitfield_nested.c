/* Bit-fields of two nested structs are two memory locations, even when they lie side by side: each direction of a pipe has the
 * bits of its own end. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct channel {
	struct {
		unsigned char paused : 1, failed : 1;
	} in;
	struct {
		unsigned char paused : 1, failed : 1;
	} out;
};

static void *pump_in(void *argument)
{
	struct channel *c = argument;

	for (int i = 0; i < 20; i++)
		c->in.paused = i & 1; // NORACE-BITFIELD
	c->in.failed = 1; // NORACE-BITFIELD
	return NULL;
}

static void *pump_out(void *argument)
{
	struct channel *c = argument;

	for (int i = 0; i < 20; i++)
		c->out.paused = i & 1; // NORACE-BITFIELD
	c->out.failed = 0; // NORACE-BITFIELD
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
	printf("%d %d\n", c->in.failed, c->out.failed);
	free(c);
	return 0;
}
