/* Tasks that a model speaks of (.snag/models). Tasks of one loop run one after the other in its thread; tasks of two loops, of
 * a pool, and main overlap. Draining a queue waits for all of its tasks. */
#include <stdio.h>

#include "snag_ask.h"

struct loop;
struct pool;
extern struct loop disk, net;
extern struct pool workers;
void loop_post(struct loop *, void (*)(void *), void *);
void loop_drain(struct loop *);
void pool_post(struct pool *, void (*)(void *), void *);
void pool_drain(struct pool *);

static int blocks, packets, pixels;

static void read_block(void *argument)
{
	++*(int *)argument; // NORACE
}

/* Queues another task on the loop it runs on. */
static void write_block(void *argument)
{
	--*(int *)argument;
	snag_calls(read_block); // ANSWER: read_block by direct
	loop_post(&disk, read_block, argument);
}

static void send_packet(void *argument)
{
	++*(int *)argument;
}

static void render(void *argument)
{
	++*(int *)argument; // RACE 1
}

static void configure(void)
{
	blocks = packets = pixels = 0;
}

static void meanwhile(void)
{
	puts("working");
}

static void report_pixels(void)
{
	printf("%d\n", pixels);
}

static void report_blocks(void)
{
	printf("%d\n", blocks);
}

int main(void)
{
	configure();
	loop_post(&disk, read_block, &blocks);
	loop_post(&disk, write_block, &blocks);
	loop_post(&net, send_packet, &packets);
	pool_post(&workers, render, &pixels);
	pool_post(&workers, render, &pixels);
	meanwhile();
	pool_drain(&workers);
	report_pixels();
	loop_drain(&disk);
	report_blocks();
	snag_parallel(read_block, write_block); // ANSWER: no: worker
	snag_parallel(read_block, read_block); // ANSWER: no: worker
	snag_parallel(read_block, send_packet); // ANSWER: yes
	snag_parallel(render, render); // ANSWER: yes
	snag_parallel(render, read_block); // ANSWER: yes
	snag_parallel(configure, render); // ANSWER: no: before
	snag_parallel(meanwhile, read_block); // ANSWER: yes
	snag_parallel(report_pixels, render); // ANSWER: no: joined
	snag_parallel(report_pixels, read_block); // ANSWER: yes
	snag_parallel(report_blocks, read_block); // ANSWER: no: joined
	snag_parallel(report_blocks, send_packet); // ANSWER: yes
	return 0;
}
