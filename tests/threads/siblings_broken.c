/* As siblings.c, but the second stage starts before the first one has been joined. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int input, odd, even;

static void load(void)
{
	input = 7; // RACE 1
}

static void count_odd(void)
{
	odd = input / 2 + 1; // RACE 1
}

static void count_even(void)
{
	even = input / 2;
}

static void *load_main(void *argument)
{
	load();
	return argument;
}

static void *odd_main(void *argument)
{
	count_odd();
	return argument;
}

static void *even_main(void *argument)
{
	count_even();
	return argument;
}

int main(void)
{
	pthread_t loader, first, second;

	pthread_create(&loader, NULL, load_main, NULL);
	pthread_create(&first, NULL, odd_main, NULL);
	pthread_join(loader, NULL);
	pthread_create(&second, NULL, even_main, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", odd, even);
	snag_parallel(load, count_odd); // ANSWER: yes
	snag_parallel(load, count_even); // ANSWER: no: joined
	snag_parallel(count_odd, count_even); // ANSWER: yes
	return 0;
}
