/* Each session has its record and what it reads into, but all write to one buffer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct buffer {
	char *bytes;
	size_t used, room;
};

struct session {
	int fd;
	struct buffer *in, *out;
	long lines;
};

static struct buffer *log_buffer;

static struct buffer *buffer_new(void)
{
	struct buffer *b = calloc(1, sizeof *b);

	if (!b)
		abort();
	b->room = 16;
	b->bytes = malloc(b->room);
	return b;
}

static void buffer_add(struct buffer *b, const char *s, size_t n)
{
	if (b->used + n > b->room) { // RACE 1; RACE 2
		b->room = (b->used + n) * 2; // RACE 2
		b->bytes = realloc(b->bytes, b->room); // RACE 3; RACE 4
	}
	memcpy(b->bytes + b->used, s, n); // RACE 4; RACE 5
	b->used += n; // RACE 1
}

static void *serve(void *argument)
{
	struct session *s = argument;
	char got[16];
	ssize_t n;

	while ((n = read(s->fd, got, sizeof got)) > 0) {
		buffer_add(s->in, got, (size_t)n);
		s->lines++; // NORACE
		buffer_add(s->out, s->in->bytes, s->in->used);
	}
	return NULL;
}

int main(void)
{
	log_buffer = buffer_new();
	for (;;) {
		pthread_t thread;
		struct session *s = malloc(sizeof *s);

		if (!s)
			return 1;
		s->fd = dup(0);
		s->lines = 0;
		s->in = buffer_new();
		s->out = log_buffer;
		if (pthread_create(&thread, NULL, serve, s) != 0)
			break;
		pthread_detach(thread);
	}
	return 0;
}
