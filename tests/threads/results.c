/* Each worker leaves its result in a block that main has given it; main reads the blocks after the join. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct result {
	int from, to;
	long sum;
};

static void *adder(void *argument)
{
	struct result *r = argument;

	for (int i = r->from; i < r->to; i++)
		r->sum += i;
	return r;
}

int main(void)
{
	struct result *low = calloc(1, sizeof *low), *high = calloc(1, sizeof *high);
	pthread_t first, second;
	void *back;

	*low = (struct result){ 0, 50, 0 };
	*high = (struct result){ 50, 100, 0 };
	snag_whose(low); // ANSWER: fresh
	pthread_create(&first, NULL, adder, low);
	pthread_create(&second, NULL, adder, high);
	pthread_join(first, &back);
	snag_alias(back, low); // ANSWER: must
	snag_alias(back, high); // ANSWER: no
	snag_whose(low); // ANSWER: gone
	snag_whose(back); // ANSWER: gone
	printf("%ld\n", low->sum);
	pthread_join(second, NULL);
	snag_whose(high); // ANSWER: gone
	printf("%ld\n", high->sum);
	return 0;
}
