/* The twin of copied_range.c that waits for the job before it copies: no race. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct context { struct context *self; int frame; struct { int qp, delta; } sh; int table[30]; int row; char *base; int rest; };

static struct context *context[2];
static void *list[40];

static void push(void *p)
{
	int i = 0;

	while (list[i])
		i++;
	list[i] = p;
}

static void *work(void *p)
{
	struct context *h = p;

	h->sh.delta = 3; // NORACE
	h->row++; // NORACE
	h->rest++; // NORACE
	return NULL;
}

static void synchronize(struct context *to, struct context *from)
{
	memcpy(&to->frame, &from->frame, offsetof(struct context, base) - offsetof(struct context, frame));
}

int main(void)
{
	pthread_t t;

	context[0] = calloc(1, sizeof **context);
	context[1] = calloc(1, sizeof **context);
	push(context[0]);
	push(&context[0]->frame);
	push((char *)context[1] + 1);
	push(context[1]);
	for (int i = 0; i < 2; i++) {
		push(malloc(8));
		push(malloc(9));
		push(malloc(10));
		push(malloc(11));
		push(malloc(12));
		push(malloc(13));
		push(malloc(14));
		push(malloc(15));
	}
	pthread_create(&t, NULL, work, context[0]);
	pthread_join(t, NULL);
	synchronize(context[1], context[0]);
	return context[1]->row;
}
