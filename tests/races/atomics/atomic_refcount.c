/* A reference count: the last one frees the object. Release on the way down, acquire for the last one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
	atomic_int references;
	int length;
};

static void buffer_drop(struct buffer *b)
{
	if (atomic_fetch_sub_explicit(&b->references, 1, memory_order_acq_rel) == 1) // NORACE
		free(b); // NORACE reported: that a reader returns the pointer behind its drop counts as a use
}

static void *reader(void *argument)
{
	struct buffer *b = argument;
	int length = b->length; // NORACE

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
		atomic_init(&b->references, 2);
		b->length = 5;
		pthread_create(&one, NULL, reader, b);
		pthread_create(&two, NULL, reader, b);
		pthread_join(one, NULL);
		pthread_join(two, NULL);
	}
	puts("dropped");
	return 0;
}
