/* As libevent_loops.c, but the callback counts without a lock, what it is given and what all share: two loops run it at once, and
 * main registers the second client while the first is served. */
#include <pthread.h>
#include <stdlib.h>

struct event_base;
struct event {
	void *hidden[16];
};

struct event_base *event_base_new(void);
int event_assign(struct event *, struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_base_loop(struct event_base *, int);
int event_add(struct event *, const void *);

struct client {
	struct event event;
	int *requests;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static int listed, requests;

static void serve(int fd, short what, void *argument)
{
	struct client *c = argument;

	(void)fd, (void)what;
	++*c->requests; // RACE 1
	listed--; // RACE 2
}

static void *loop(void *base)
{
	event_base_loop(base, 0);
	return NULL;
}

static void enlist(struct client *c, struct event_base *base)
{
	pthread_mutex_lock(&list_lock);
	c->requests = &requests; // NORACE
	event_assign(&c->event, base, 0, 2, serve, c);
	listed++; // RACE 2
	pthread_mutex_unlock(&list_lock);
	event_add(&c->event, NULL);
}

int main(void)
{
	pthread_t thread[2];
	struct event_base *base[2] = { event_base_new(), event_base_new() };

	for (int i = 0; i < 2; i++) {
		struct client *c = calloc(1, sizeof *c);

		if (!c)
			return 1;
		enlist(c, base[i]);
		pthread_create(&thread[i], NULL, loop, base[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
