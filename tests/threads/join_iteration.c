/* A thread for each step, joined before the next one starts: no two of them overlap. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int position;

static void move_on(void)
{
	position++;
}

static void *step(void *argument)
{
	move_on();
	return argument;
}

static void show(void)
{
	printf("at %d\n", position);
}

int main(void)
{
	for (int i = 0; i < 5; i++) {
		pthread_t thread;
		pthread_create(&thread, NULL, step, NULL);
		pthread_join(thread, NULL);
		show();
	}
	snag_parallel(move_on, move_on); // ANSWER: no: joined
	/* Between two steps: behind the join of one and before the start of the next. */
	snag_parallel(move_on, show); // ANSWER: no
	return 0;
}
