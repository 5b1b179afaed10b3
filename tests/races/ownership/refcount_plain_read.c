/* The last one to give back a buffer frees it; whether somebody else has it is asked of the atomic counter. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct buffer {
	atomic_int users;
	int length;
	char data[64];
};

static struct buffer *buffer_new(int length)
{
	struct buffer *b = calloc(1, sizeof *b);

	if (!b)
		abort();
	atomic_init(&b->users, 1);
	b->length = length;
	return b;
}

static void buffer_put(struct buffer *b)
{
	int large = b->length > 10; // NORACE

	if (atomic_fetch_sub(&b->users, 1) == 1)
		free(b); // NORACE reported: main, which counts up while readers count down, uses it behind a decrement of its own
	else if (large)
		puts("still used");
}

static void *reader(void *argument)
{
	struct buffer *b = argument;
	int sum = 0;

	for (int i = 0; i < b->length; i++)
		sum += b->data[i];
	buffer_put(b);
	return sum ? argument : NULL;
}

int main(void)
{
	struct buffer *b = buffer_new(40);
	pthread_t one, two;

	atomic_fetch_add(&b->users, 1);
	pthread_create(&one, NULL, reader, b);
	atomic_fetch_add(&b->users, 1);
	pthread_create(&two, NULL, reader, b);
	buffer_put(b);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
