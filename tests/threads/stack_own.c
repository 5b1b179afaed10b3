/* Objects on the stack: one whose address goes down into callees only, one that is reachable only from another one on the same
 * stack, and one that is given to a thread and read after the join. */
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

static void append(struct buffer *b, const char *text)
{
	snag_whose(b); // ANSWER: stack
	b->len += strlen(text);
	strncat(b->text, text, sizeof b->text - strlen(b->text) - 1);
}

static void write_through(struct writer *w)
{
	snag_whose(w->to); // ANSWER: stack
	append(w->to, "b");
}

static void *worker(void *argument)
{
	struct buffer b = { "", 0 };
	struct writer w = { &b };
	size_t *result = argument;

	append(&b, "a");
	write_through(&w);
	*result = b.len;
	return NULL;
}

int main(void)
{
	size_t first = 0, second = 0;
	pthread_t one, two;

	pthread_create(&one, NULL, worker, &first);
	pthread_create(&two, NULL, worker, &second);
	snag_whose(&first); // ANSWER: shared
	pthread_join(one, NULL);
	snag_whose(&first); // ANSWER: gone
	pthread_join(two, NULL);
	snag_whose(&second); // ANSWER: gone
	printf("%zu\n", first + second);
	return 0;
}
