/* libevent: callbacks run inside of the loop, in the thread that runs it: here main alone. What main does before and after the loop,
 * and what other callbacks do, is done by the same thread. The helper runs no loop. */
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

static struct event reading, ticking;
static int served, verbose, counted, lines;

static void tick(int fd, short what, void *argument)
{
	(void)fd, (void)what, (void)argument;
	served = 0; // NORACE
	counted++; // RACE 1
}

static void serve(int fd, short what, void *base)
{
	(void)fd, (void)what;
	served += verbose; // NORACE
	event_assign(&ticking, base, -1, 0, tick, NULL);
	event_add(&ticking, NULL);
	lines++; // NORACE
}

static void *help(void *argument)
{
	counted += *(int *)argument; // RACE 1
	return NULL;
}

int main(void)
{
	struct event_base *base = event_base_new();
	pthread_t helper;
	int more = 3;

	event_assign(&reading, base, 0, 2, serve, base);
	event_add(&reading, NULL);
	verbose = 1; // NORACE
	pthread_create(&helper, NULL, help, &more);
	lines = 7; // NORACE
	event_base_dispatch(base);
	served = -1; // NORACE
	pthread_join(helper, NULL);
	return served + lines + counted; // NORACE
}
