/* As once.c, but by hand, with a plain flag: two threads may find it unset, and one that finds it set has no guarantee. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static int made;
static int table[4];

static void make_table(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i; // RACE 1
}

static int look_up(int i)
{
	return table[i]; // RACE 1
}

static void *worker(void *argument)
{
	int *result = argument;

	if (!made) { // RACE 2
		make_table();
		made = 1; // RACE 2
	}
	*result = look_up(*result);
	return NULL;
}

int main(void)
{
	int a = 1, b = 2;
	pthread_t first, second;

	pthread_create(&first, NULL, worker, &a);
	pthread_create(&second, NULL, worker, &b);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	snag_parallel(make_table, make_table); // ANSWER: yes
	snag_parallel(make_table, look_up); // ANSWER: yes
	snag_parallel(look_up, look_up); // ANSWER: yes
	printf("%d %d\n", a, b);
	return 0;
}
