/* As task_queue.d, but what a task of the first loop posts goes to the second one: who drains the first one does not wait for it. */
#include <stdio.h>

#include "snag_ask.h"

struct loop;
extern struct loop disk, net;
void loop_post(struct loop *, void (*)(void *), void *);
void loop_drain(struct loop *);

static int blocks;

static void send_packet(void *argument)
{
	++*(int *)argument; // RACE 1
}

static void read_block(void *argument)
{
	loop_post(&net, send_packet, argument);
}

static void report_blocks(void)
{
	printf("%d\n", blocks); // RACE 1
}

int main(void)
{
	loop_post(&disk, read_block, &blocks);
	loop_drain(&disk);
	report_blocks();
	snag_parallel(report_blocks, read_block); // ANSWER: no: joined
	snag_parallel(report_blocks, send_packet); // ANSWER: yes
	return 0;
}
