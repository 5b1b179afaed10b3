/* What hangs below an object is read by its thread, and freed by who has waited for the thread. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	struct item *next;
	int weight;
};

struct shop {
	pthread_t clerk;
	_Atomic int closed;
	struct item *items; /* hung in before the clerk begins */
	long total;
};

static void *serve(void *argument)
{
	struct shop *s = argument;

	while (!s->closed)
		for (struct item *i = s->items; i; i = i->next)
			s->total += i->weight;
	return NULL;
}

struct shop *shop_open(int n)
{
	struct shop *s = calloc(1, sizeof(*s));

	while (n--) {
		struct item *i = calloc(1, sizeof(*i));

		i->weight = n;
		i->next = s->items;
		s->items = i;
	}
	pthread_create(&s->clerk, NULL, serve, s);
	return s;
}

void shop_close(struct shop *s)
{
	s->closed = 1;
	pthread_join(s->clerk, NULL);
	while (s->items) {
		struct item *i = s->items;

		s->items = i->next; // NORACE
		free(i); // NORACE reported: what a list leads to has no name that says from which object
	}
	free(s); // NORACE
}
