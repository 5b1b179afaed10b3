/* The last one frees, two calls away, and clears the object before; with the count after the decrement, as gcc's builtins give it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "snag_ask.h"

struct buffer {
	int references;
	char *text;
	int length;
};

static void release(struct buffer *b)
{
	if (__atomic_sub_fetch(&b->references, 1, __ATOMIC_ACQ_REL) == 0) {
		snag_whose(b); // ANSWER: own
		b->length = -1; // NORACE
		free(b); // NORACE
	}
}

static void close_buffer(struct buffer *b)
{
	release(b);
}

static void *reader(void *argument)
{
	struct buffer *b = argument;

	snag_whose(b); // ANSWER: shared
	printf("%d\n", b->length); // NORACE
	close_buffer(b);
	return NULL;
}

int main(void)
{
	struct buffer *b = malloc(sizeof *b);
	pthread_t one, two;

	if (!b)
		abort();
	b->references = 3;
	b->length = 5;
	pthread_create(&one, NULL, reader, b);
	pthread_create(&two, NULL, reader, b);
	printf("%d\n", b->length); // NORACE
	close_buffer(b);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
