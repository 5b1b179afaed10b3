/* As grandchildren.c, but the thread leaves its left child running: it outlives its parent, and main's report does not wait
 * for it. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int left_half, right_half, whole;

static void sort_left(void)
{
	left_half = 1; // RACE 1
}

static void sort_right(void)
{
	right_half = 2;
}

static void merge(void)
{
	whole = left_half + right_half; // RACE 1
}

static void *left_main(void *argument)
{
	sort_left();
	return argument;
}

static void *right_main(void *argument)
{
	sort_right();
	return argument;
}

static void *sort_main(void *argument)
{
	pthread_t left, right;

	pthread_create(&left, NULL, left_main, NULL);
	pthread_create(&right, NULL, right_main, NULL);
	pthread_detach(left);
	pthread_join(right, NULL);
	merge();
	return argument;
}

static void progress(void)
{
	puts("sorting");
}

static void report(void)
{
	printf("%d %d\n", whole, left_half); // RACE 1
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, sort_main, NULL);
	progress();
	pthread_join(thread, NULL);
	report();
	snag_parallel(sort_left, sort_right); // ANSWER: yes
	snag_parallel(sort_left, merge); // ANSWER: yes
	snag_parallel(sort_left, progress); // ANSWER: yes
	snag_parallel(merge, progress); // ANSWER: yes
	snag_parallel(sort_left, report); // ANSWER: yes
	snag_parallel(sort_right, report); // ANSWER: no: joined
	snag_parallel(merge, report); // ANSWER: no: joined
	snag_whose(&left_half); // ANSWER: shared
	snag_whose(&right_half); // ANSWER: gone
	return 0;
}
