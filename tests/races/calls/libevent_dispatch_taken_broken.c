/* The loop is what the thread begins with: nobody in the program is seen to call it there. */
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

static struct event reading, beside;
static int served;

static void serve(int fd, short what, void *base)
{
	(void)fd, (void)what, (void)base;
	served++; // RACE 1
}

int main(void)
{
	struct event_base *base = event_base_new(), *second = event_base_new();
	pthread_t helper;

	event_assign(&reading, base, 0, 2, serve, base);
	event_add(&reading, NULL);
	event_assign(&beside, second, 0, 2, serve, second);
	event_add(&beside, NULL);
	pthread_create(&helper, NULL, (void *(*)(void *))event_base_dispatch, second);
	served = 1; // RACE 1
	event_base_dispatch(base);
	pthread_join(helper, NULL);
	return 0;
}
