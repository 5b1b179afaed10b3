/* A list of buffers for reuse. It has a lock; a buffer that was taken from it is its user's alone until it is given back. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
	struct buffer *next;
	char text[32];
};

#define BUFFERS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct buffer *unused;
static int idle;

static struct buffer *buffer_get(void)
{
	struct buffer *b;

	pthread_mutex_lock(&lock);
	b = unused; // NORACE
	if (b) {
		unused = b->next; // NORACE
		idle--; // NORACE
	}
	pthread_mutex_unlock(&lock);
	return b;
}

static void buffer_put(struct buffer *b)
{
	pthread_mutex_lock(&lock);
	b->next = unused; // NORACE
	unused = b; // NORACE
	idle++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *format(void *argument)
{
	for (int i = 0; i < 200; i++) {
		struct buffer *b = buffer_get();

		if (!b)
			continue;
		memset(b->text, 'x', sizeof b->text - 1); // NORACE
		b->text[i % 31] = 0; // NORACE
		buffer_put(b);
	}
	return argument;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < BUFFERS; i++) {
		struct buffer *b = calloc(1, sizeof *b);

		if (!b)
			abort();
		buffer_put(b);
	}
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, format, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", idle);
	return 0;
}
