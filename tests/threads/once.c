/* pthread_once: whoever comes first runs make_table, and all others wait for its end; so it overlaps neither with itself nor
 * with what its callers do behind it. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[4];

static void make_table(void)
{
	for (int i = 0; i < 4; i++)
		table[i] = i * i;
}

static int look_up(int i)
{
	return table[i];
}

static void *worker(void *argument)
{
	int *result = argument;

	pthread_once(&once, make_table);
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
	snag_parallel(make_table, make_table); // ANSWER: no: once
	snag_parallel(make_table, look_up); // ANSWER: no: once
	snag_parallel(look_up, look_up); // ANSWER: yes
	printf("%d %d\n", a, b);
	return 0;
}
