/* Each thread has its own part, chosen by a number that differs for each: a slot by the loop counter in the argument; a struct
 * of an array, with the number in a field; a block that is made for each thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

#define WORKERS 4

struct arguments {
	int id;
	long rounds;
};

static long slot[WORKERS], tally[WORKERS];

static void *by_number(void *argument)
{
	long i = (long)argument;

	snag_whose(&slot[i]); // ANSWER: indexed
	slot[i]++;
	return NULL;
}

static void *by_struct(void *argument)
{
	struct arguments *a = argument;

	snag_whose(&a->rounds); // ANSWER: indexed
	a->rounds++; // NORACE: main writes elements whose threads have not been started
	snag_whose(&tally[a->id]); // ANSWER: indexed
	tally[a->id] += a->rounds;
	return NULL;
}

static void *by_block(void *argument)
{
	long *block = argument;

	snag_whose(block); // ANSWER: own
	++*block;
	free(block);
	return NULL;
}

int main(void)
{
	pthread_t number[WORKERS], structs[WORKERS], blocks[WORKERS];
	struct arguments arguments[WORKERS];

	for (int i = 0; i < WORKERS; i++) {
		long *block = malloc(sizeof *block);
		*block = i;
		/* The threads that run already have the elements before this one. */
		snag_whose(&arguments[i]); // ANSWER: own
		arguments[i] = (struct arguments){ i, 0 }; // NORACE: the threads that run have the elements before this one
		pthread_create(&number[i], NULL, by_number, (void *)(long)i);
		pthread_create(&structs[i], NULL, by_struct, &arguments[i]);
		pthread_create(&blocks[i], NULL, by_block, block);
	}
	for (int i = 0; i < WORKERS; i++) {
		pthread_join(number[i], NULL);
		pthread_join(structs[i], NULL);
		pthread_join(blocks[i], NULL);
	}
	snag_whose(&slot[0]); // ANSWER: gone
	printf("%ld %ld\n", slot[0], tally[1]);
	return 0;
}
