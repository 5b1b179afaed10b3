/* As atomic_refcount.c, but the count is not atomic: it is no order for freeing what the other one has just read, either. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
	int references;
	int length;
};

static void buffer_drop(struct buffer *b)
{
	if (--b->references == 0) // RACE 1; RACE 2
		free(b); // RACE 2: of the whole block, so of its own beside the count
}

static void *reader(void *argument)
{
	struct buffer *b = argument;
	int length = b->length; // RACE 2

	buffer_drop(b);
	return length > 0 ? NULL : argument;
}

int main(void)
{
	for (int i = 0; i < 20; i++) {
		struct buffer *b = malloc(sizeof *b);
		pthread_t one, two;
		if (!b)
			abort();
		b->references = 2;
		b->length = 5;
		pthread_create(&one, NULL, reader, b);
		pthread_create(&two, NULL, reader, b);
		pthread_join(one, NULL);
		pthread_join(two, NULL);
	}
	puts("dropped");
	return 0;
}
