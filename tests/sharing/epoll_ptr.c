/* What belongs to a descriptor is kept in the kernel: epoll gives the pointer back, in another thread. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>

struct client { int fd; long bytes; };
static int ep;

static void *loop(void *argument)
{
	struct epoll_event ev[8];
	int n = epoll_wait(ep, ev, 8, -1);

	for (int i = 0; i < n; i++) {
		struct client *c = ev[i].data.ptr;
		c->bytes++; // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t t;
	struct epoll_event ev = { .events = EPOLLIN };
	struct client *c = calloc(1, sizeof *c);

	ep = epoll_create1(0);
	pthread_create(&t, NULL, loop, NULL);
	ev.data.ptr = c;
	epoll_ctl(ep, EPOLL_CTL_ADD, 0, &ev);
	c->bytes = 1; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
