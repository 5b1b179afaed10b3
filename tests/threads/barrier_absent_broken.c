/* Two threads meet at a barrier; a third one, which reads what they write, does not wait at it. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_barrier_t barrier;
static int left, right, product;

static void fill_left(void)
{
	left = 6; // RACE 1
}

static void fill_right(void)
{
	right = 7;
}

static void multiply(void)
{
	product = left * right;
}

static void watch(void)
{
	printf("%d so far\n", left); // RACE 1
}

static void *left_main(void *argument)
{
	fill_left();
	pthread_barrier_wait(&barrier);
	multiply();
	return argument;
}

static void *right_main(void *argument)
{
	fill_right();
	pthread_barrier_wait(&barrier);
	return argument;
}

static void *watcher_main(void *argument)
{
	watch();
	return argument;
}

int main(void)
{
	pthread_t l, r, watcher;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&l, NULL, left_main, NULL);
	pthread_create(&r, NULL, right_main, NULL);
	pthread_create(&watcher, NULL, watcher_main, NULL);
	pthread_join(l, NULL);
	pthread_join(r, NULL);
	pthread_join(watcher, NULL);
	snag_parallel(fill_right, multiply); // ANSWER: no: barrier
	snag_parallel(fill_left, multiply); // ANSWER: no: same
	snag_parallel(fill_left, watch); // ANSWER: yes
	snag_parallel(multiply, watch); // ANSWER: yes
	printf("%d\n", product);
	return 0;
}
