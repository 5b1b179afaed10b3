/* As libevent_dispatch.c, but the helper runs a loop, too: callbacks meet main and themselves there. */
#include <pthread.h>
#include <stddef.h>

struct event_base;
struct event {
	void *hidden[16];
};

struct event_base *event_base_new(void);
int event_assign(struct event *, struct event_base *, int, short, void (*)(int, short, void *), void *);
int event_add(struct event *, const void *);
int event_base_dispatch(struct event_base *);
int event_base_loop(struct event_base *, int);

static struct event reading, ticking, beside;
static int served, verbose, lines, early;

static void tick(int fd, short what, void *argument)
{
	(void)fd, (void)what, (void)argument;
	served = early; // RACE 1
}

static void serve(int fd, short what, void *base)
{
	(void)fd, (void)what;
	served += verbose; // RACE 1; RACE 2
	event_assign(&ticking, base, -1, 0, tick, NULL);
	event_add(&ticking, NULL);
	lines++; // RACE 3
}

static void *help(void *base)
{
	event_base_loop(base, 0);
	return NULL;
}

int main(void)
{
	struct event_base *base = event_base_new(), *second = event_base_new();
	pthread_t helper;

	event_assign(&reading, base, 0, 2, serve, base);
	event_add(&reading, NULL);
	event_assign(&beside, second, 0, 2, serve, second);
	event_add(&beside, NULL);
	early = 1; // NORACE: no loop runs yet
	pthread_create(&helper, NULL, help, second);
	verbose = 1; // RACE 2
	event_base_dispatch(base);
	lines = 7; // RACE 3
	pthread_join(helper, NULL);
	served = -1; // NORACE: no loop runs any more
	return served + lines;
}
