/* As stack_own.c, but the buffer's address is left in a global, and main prints whatever is there. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "snag_ask.h"

struct buffer {
	char text[32];
	size_t len;
};

struct writer {
	struct buffer *to;
};

static struct buffer *volatile last;

static void append(struct buffer *b, const char *text)
{
	snag_whose(b); // ANSWER: shared
	b->len += strlen(text); // NORACE reported: what main prints ends with the text
	strncat(b->text, text, sizeof b->text - strlen(b->text) - 1); // RACE 2
}

static void write_through(struct writer *w)
{
	snag_whose(w->to); // ANSWER: shared
	append(w->to, "b");
}

static void *worker(void *argument)
{
	struct buffer b = { "", 0 };
	struct writer w = { &b };
	size_t *result = argument;

	last = &b; // RACE 3
	append(&b, "a");
	write_through(&w);
	*result = b.len;
	last = NULL; // RACE 3
	return NULL;
}

int main(void)
{
	size_t first = 0, second = 0;
	pthread_t one, two;

	pthread_create(&one, NULL, worker, &first);
	pthread_create(&two, NULL, worker, &second);
	snag_whose(&first); // ANSWER: shared
	if (last) // RACE 3
		puts(last->text); // RACE 2; RACE 3
	pthread_join(one, NULL);
	snag_whose(&first); // ANSWER: gone
	pthread_join(two, NULL);
	snag_whose(&second); // ANSWER: gone
	printf("%zu\n", first + second);
	return 0;
}
