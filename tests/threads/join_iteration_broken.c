/* As join_iteration.c, but all threads are joined after the loop. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int position;

static void move_on(void)
{
	position++; // RACE 1
}

static void *step(void *argument)
{
	move_on();
	return argument;
}

static void show(void)
{
	printf("at %d\n", position); // RACE 1
}

int main(void)
{
	pthread_t thread[5];

	for (int i = 0; i < 5; i++) {
		pthread_create(&thread[i], NULL, step, NULL);
		show();
	}
	for (int i = 0; i < 5; i++)
		pthread_join(thread[i], NULL);
	snag_parallel(move_on, move_on); // ANSWER: yes
	snag_parallel(move_on, show); // ANSWER: yes
	return 0;
}
