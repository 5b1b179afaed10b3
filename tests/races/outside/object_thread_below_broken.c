/* As object_thread_below.c, but what hangs below is freed before the thread is waited for. */
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
		for (struct item *i = s->items; i; i = i->next) // RACE 1
			s->total += i->weight; // RACE 2
	return NULL;
}

struct shop *shop_open(int n)
{
	struct shop *s = calloc(1, sizeof(*s));

	while (n--) {
		struct item *i = calloc(1, sizeof(*i));

		i->weight = n; // NORACE reported: the call has just made it
		i->next = s->items; // NORACE reported: likewise
		s->items = i;
	}
	pthread_create(&s->clerk, NULL, serve, s);
	return s;
}

void shop_close(struct shop *s)
{
	s->closed = 1;
	while (s->items) {
		struct item *i = s->items;

		s->items = i->next; // RACE 1
		free(i); // RACE 2
	}
	pthread_join(s->clerk, NULL);
	free(s); // NORACE
}
