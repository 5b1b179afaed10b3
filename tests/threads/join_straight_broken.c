/* As join_straight.c, but the report is printed before the join. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int level, checksum, served;

static void configure(void)
{
	level = 3;
}

static void serve(void)
{
	served++;
}

static void sum_up(void)
{
	for (int i = 0; i < level; i++)
		checksum += i; // RACE 1
}

static void *worker(void *argument)
{
	sum_up();
	return argument;
}

static void report(void)
{
	printf("%d %d\n", checksum, served); // RACE 1
}

int main(void)
{
	pthread_t thread;

	configure();
	if (pthread_create(&thread, NULL, worker, NULL) != 0)
		return 1;
	serve();
	report();
	pthread_join(thread, NULL);
	snag_parallel(configure, sum_up); // ANSWER: no: before
	snag_parallel(serve, sum_up); // ANSWER: yes
	snag_parallel(report, sum_up); // ANSWER: yes
	snag_parallel(sum_up, sum_up); // ANSWER: no: same
	snag_parallel(configure, report); // ANSWER: no: same
	snag_whose(&checksum); // ANSWER: gone
	return 0;
}
