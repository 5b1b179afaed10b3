/* As last_reference.c, but a reader looks at the length once more when it has given its reference back. */
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
		snag_whose(b); // ANSWER: shared
		b->length = -1; // RACE 1
		free(b); // RACE 2
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
	printf("%d\n", b->length);
	close_buffer(b);
	return b->length > 9 ? b : NULL; // RACE 1; RACE 2
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
	printf("%d\n", b->length);
	close_buffer(b);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
